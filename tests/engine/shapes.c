/* Shapes in which a value depends on an input that no operand of it mentions: those of docs/traps.md, and their kin.
   Each is a function of x and y. `program` is entered as a function, and everything runs under the choice; in `main`
   the choice is a fixed argument, and nothing does. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(int v) { printf("%d\n", v); }

int g, h = 7, counts[4];
char text[8] = "abcdefg";
int *chosen = &g;
static int (*handler)(void);
struct big {
  long a, b, c;
};

/* docs/traps.md#trap-1 to docs/traps.md#trap-6 */
static void join(int x, int y) { int v = x, z = 0; if (y > 5) z = v; show(z); }
static void masked(int x, int y) { (void)y; show(x & 4); }
static void afterJoin(int x, int y) { int a = 0, b = 0, *p = &b; (void)y; if (x > 5) p = &a; *p = 1; show(a); }
static void element(int x, int y) { int a[2] = {0, 0}; (void)y; a[x & 1] = 5; show(a[0]); }
static void concrete(int x, int y) { int v = 0; (void)y; if (x > 5) v = 1; show(v + 1 > 1); }
static void divisor(int x, int y) { int d = 1; (void)y; if (x > 5) d = 0; show(1 + 0 * (10 / d)); }
static void counter(int x, int y) { int i; (void)y; for (i = 0; i < (x & 7); i++) {} show(i < 4); }
static int one(void) { return 1; }
static int two(void) { return 2; }
static int leaves(void) { exit(3); }
static int (*const table[4])(void) = {one, two, one, leaves};
static void indirect(int x, int y) { (void)y; show(table[x & 1]()); }
static void indirectLeaves(int x, int y) { table[x & 3](); show(y); }
/* 9 to 15 */
static void hidden(int x, int y) { static char a[] = "VERNIER_A=1"; (void)y; if (x > 5) putenv(a); show(getenv("VERNIER_A") != 0); }
static void lost(int x, int y) { printf("a"); if (x > 5) _exit(0); show(y); }
static void deleted(int x, int y) { int v = 7; (void)y; if (x == 3) v = 0; show(v); }
static void alias2(int *a, int *b) { *a += 1; *b += 1; }
static void alias(int x, int y) { int u = 1, w = 1; alias2(&u, x > 5 ? &u : &w); show(u * 10 + w + (y & 0)); }
static void more(int x, int y) { show(1); if (x > 5) show(2); (void)y; }
static void breaks(int x, int y) { int s = 0; for (int i = 0; i < 8; i++) { if (i == (x & 7)) break; s += i; } show(s); (void)y; }
static void cases(int x, int y) { int s = 0; switch (x & 3) { case 0: s = 1; break; default: s = 2; } show(s); (void)y; }
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
static void recursion(int x, int y) { show(depth(x & 7) > 3); (void)y; }
static int next(void) { static int n = 1; return n++; }
static void statics(int x, int y) { if (x > 5) next(); if (y > 5) show(next()); }
static void moved(int x, int y) { char *q = malloc(2); q[0] = (char)x; if (y > 5) q = realloc(q, 4000); show(q[0]); free(q); }
static void overlap(int x, int y) { char m[8] = "abcdefg"; memmove(m + (y > 5 ? 1 : 2), m, 4); putchar(m[x & 7]); }
static void copied(int x, int y) { char s[8] = "zzzzzzz"; if (y > 5) strcpy(s, "abc"); putchar(s[x & 7]); }
static void unions(int x, int y) { union { int i; unsigned char b[4]; } u; u.i = x; show(u.b[y & 3]); }
static void fields(int x, int y) { struct { unsigned v : 3, w : 4; } s = {0, 0}; if (y > 5) s.v = (unsigned)x; s.w = 3; show(s.v); }
/* memory that is not written */
static void global(int x, int y) { (void)y; if (x > 5) g = 1; }
static void globalKept(int x, int y) { (void)y; g = 2; if (x > 5) g = 2; }
static void sizes(int x, int y) { char d[8] = "zzzzzzz"; size_t n = 4; (void)y; if (x > 5) n = 7; memcpy(d, text, n); putchar(d[5]); }
static void filled(int x, int y) { char d[8] = "zzzzzzz"; size_t n = 4; (void)y; if (x > 5) n = 7; memset(d, 'a', n); putchar(d[5]); }
static void fromEither(int x, int y) { char d[4], *p = text; (void)y; if (x > 5) p = text + 1; memcpy(d, p, 3); putchar(d[1]); }
static void toEither(int x, int y) { char d[4] = "abc", e[4] = "abc", *p = d; (void)y; if (x > 5) p = e; memcpy(p, "xyz", 3); putchar(e[1]); }
static void updated(int x, int y) { int a[2] = {0, 0}; if (x > 5) a[0] = 1; a[y & 1] = 7; show(a[0]); }
static void written(int x, int y) { char b[2] = "a"; (void)y; if (x > 5) b[0] = 'b'; if (write(1, b, 1) != 1) exit(9); }
static long sum(struct big s) { return s.a + s.b; }
static void byValue(int x, int y) { struct big s = {1, 2, 3}; (void)y; if (x > 5) s.b = 4; show((int)sum(s)); }
static int variadic(int n, ...) { va_list l; va_start(l, n); struct big s = va_arg(l, struct big); va_end(l); return (int)s.b; }
static void variable(int x, int y) { struct big s = {1, 2, 3}; (void)y; if (x > 5) s.b = 4; show(variadic(1, s)); }
static struct big made(int x) { struct big s = {1, 2, 3}; if (x > 5) s.b = 4; return s; }
static void returned(int x, int y) { struct big s = made(x); (void)y; show((int)s.b); }
static void assigned(int x, int y) { struct big s = {1, 2, 3}, t; (void)y; if (x > 5) s.b = 4; t = s; show((int)t.b); }
static void string(int x, int y) { const char *p = x > 5 ? "same" : "sam"; (void)y; show((int)strlen(p)); }
static int early(int x) { if (x > 5) return 1; g = 3; return 1; }
static void returns(int x, int y) { show(early(x)); show(g); (void)y; }
static void exits(int x, int y) { for (int i = 0; i < 4; i++) if (i == x) exit(2); show(y); }
static void both(int x, int y) { int n = 0; if (x > 5 && n++ == 0 && y > 5) n += 2; show(n); }
static void choose(int x, int y) { int a = 0, b = 0; *(x > 5 ? &a : &b) = 1; show(a + (y & 0)); }
static void formatted(int x, int y) { char b[8] = "one"; (void)y; if (x > 5) sprintf(b, "%d", 1); puts(b); }
static void pointers(int x, int y) { (void)y; handler = one; if (x > 5) handler = two; show(handler()); }
static void storeThrough(int v) { *chosen = v; }
static void through(int x, int y) { if (x > 5) chosen = &h; storeThrough(y); show(h); }
static void loopWrites(int x, int y) { for (int i = 0; i < (x & 3); i++) counts[i] = 1; show(counts[2]); (void)y; }
static void nested(int x, int y) { int s = 0; for (int i = 0; i < (x & 3); i++) for (int j = 0; j < 3; j++) { if (j == y) continue; s++; } show(s); }
static void jumps(int x, int y) { int s = 0; if (x > 5) goto out; s = 1; if (y > 5) goto out; s = 1; out: show(s); }
static void aborts(int x, int y) { if (x > 5 && x < 7) abort(); show(y); }
static void errors(int x, int y) { if (x > 5) fputs("e", stderr); show(y); }
static void classes(int x, int y) { (void)y; show(isdigit(x & 127) != 0); }
static void order(int x, int y) { int a[3] = {3, 1, 2}; (void)y; if (x > 5) { int t = a[0]; a[0] = a[1]; a[1] = t; } show(a[2]); show(a[0]); }
static void freed(int x, int y) { int *p = malloc(4); *p = 1; (void)y; if (x > 5) { free(p); p = malloc(4); *p = 2; } show(*p); free(p); }
static void listed(int x, int y) { struct node { struct node *next; int v; } a = {0, 1}, b = {&a, 2}, *p = &b; (void)y; if (x > 5) b.next = 0; int s = 0; for (; p; p = p->next) s += p->v; show(s); }
static void unread(int x, int y) { int a[4] = {1, 2, 3, 4}; a[x & 1] = y; show(a[3]); }
static void overwritten(int x, int y) { int v; if (x > 5) v = 1; else v = 2; (void)v; v = 3; show(v + (y & 0)); }
static void swapped(int x, int y) { int a = x, b = y, t = a; a = b; b = t; show(a); }
static void swappedGlobals(int x, int y) { g = x; h = y; int t = g; g = h; h = t; show(1); }
static void partial(int x, int y) { text[1] = (char)x; int v; memcpy(&v, text, 4); show(v & 0xff); show((v >> 16 & 0xff) + (y & 0)); }

/* state of the library */
static void seeded(int x, int y) { (void)y; srand(1); if (x > 5) srand(2); show(rand() & 1023); }
static void drawn(int x, int y) { (void)y; srand(1); if (x > 5) rand(); show(rand() & 1023); }
static void bye(void) { puts("bye"); }
static void registered(int x, int y) { (void)y; if (x > 5) atexit(bye); show(1); }
static void unbuffered(int x, int y) { if (x > 5) setvbuf(stdout, 0, _IONBF, 0); printf("a"); if (y > 5) _exit(0); }
static void closed(int x, int y) { (void)y; show(1); if (x > 5) fclose(stdout); show(2); }
static void flushed(int x, int y) { printf("a"); if (x > 5) fflush(stdout); if (y > 5) _exit(0); }
static void tokens(int x, int y) { char b[] = "a b c"; (void)y; strtok(b, " "); if (x > 5) strtok(0, " "); puts(strtok(0, " ")); }
static void numbers(int x, int y) { (void)y; errno = 0; if (x > 5) strtol("99999999999999999999", 0, 10); show(errno != 0); }
static void scanned(int x, int y) { int v = 3; (void)y; sscanf(x > 5 ? "12" : "z", "%d", &v); show(v); }
static void raised(int x, int y) { signal(SIGTERM, x > 5 ? SIG_IGN : SIG_DFL); if (y > 5) raise(SIGTERM); show(1); }
/* more than one step */
static int *pick(int x, int *a, int *b) { if (x > 5) return a; return b; }
static void twoSteps(int x, int y) { int a = 1, b = 1, *p = pick(x, &a, &b), **q = &p; **q = y; show(a); }
static void skipped(int x, int y) { int n = 0; for (int i = 0; i < 4; i++) { if (i < (x & 3)) continue; n = 5; } show(n + (y & 0)); }
static int bump(int v) { g += v; return v; }
static void sides(int x, int y) { (void)(x > 5 ? bump(1) : bump(2)); (void)(y > 5 || bump(4)); show(g); }
static void reals(int x, int y) { double d = 0.5; float f = 2; (void)y; if (x > 5) d = 1.5, f = 3; show((int)(d * 2)); show((int)f); }
struct small { int a, b; };
static struct small little(int x) { struct small s = {1, 2}; if (x > 5) s.b = 3; return s; }
static void smallResult(int x, int y) { struct small s = little(x); (void)y; show(s.a); show(s.b); }
static int smallArgument(struct small s) { return s.b; }
static void smallByValue(int x, int y) { struct small s = {1, 2}; (void)y; if (x > 5) s.b = 3; show(smallArgument(s)); }
static void rows(int x, int y) { int m[2][2] = {{1, 2}, {3, 4}}; m[x & 1][y & 1] = 9; show(m[0][0]); show(m[1][1]); }
static void fall(int x, int y) { int s = 0; switch (x & 3) { case 1: s++; case 2: s++; break; case 3: exit(4); } show(s + (y & 0)); }
static int deep2(int x) { for (int i = 0; i < 3; i++) { if (i == x) exit(5); } return 1; }
static void deepExit(int x, int y) { if (y > 5) deep2(x); show(1); }
static void halves(int x, int y) { unsigned short h2[2] = {1, 2}; unsigned v; (void)y; if (x > 5) h2[1] = 7; memcpy(&v, h2, 4); show((int)v); }
static void cleared(int x, int y) { char *p = malloc(8); memset(p, 'q', 8); if (x > 5) p[3] = 'r'; char *q = realloc(p, 64); putchar(q[3]); free(q); (void)y; }
static void lengths(int x, int y) { char b[8] = "abc"; (void)y; if (x > 5) b[1] = 0; show((int)strlen(b)); puts(b); }
static int byG(const void *a, const void *b) { int d = *(const int *)a - *(const int *)b; return g ? -d : d; }
static void sorting(int x, int y) { int a[3] = {2, 3, 1}; (void)y; if (x > 5) g = 1; qsort(a, 3, sizeof *a, byG); show(a[0]); }
static void untaken(int x, int y) { int v = 1; if (x > 5) { if (y > 5) v = 2; } show(v); }
static void compared(int x, int y) { char a[4] = "abc", b[4] = "abc"; (void)y; if (x > 5) b[2] = 'd'; show(memcmp(a, b, 3) != 0); }
static void joined(int x, int y) { char b[16] = "a"; if (x > 5) strcat(b, "bc"); strcat(b, y > 5 ? "d" : "e"); puts(b); }
static void shifted(int x, int y) { int v = 1; for (int i = 0; i < (x & 3); i++) v <<= 1; show(v > 100); (void)y; }
static void whileTrue(int x, int y) { int i = 0; for (;;) { if (i >= (x & 3)) break; i++; if (y > 5) break; } show(i); }

int program(int which, int x, int y) {
  switch (which) {
  case 0: join(x, y); break;
  case 1: masked(x, y); break;
  case 2: afterJoin(x, y); break;
  case 3: element(x, y); break;
  case 4: concrete(x, y); break;
  case 5: divisor(x, y); break;
  case 6: counter(x, y); break;
  case 7: indirect(x, y); break;
  case 8: indirectLeaves(x, y); break;
  case 9: hidden(x, y); break;
  case 10: lost(x, y); break;
  case 11: deleted(x, y); break;
  case 12: alias(x, y); break;
  case 13: more(x, y); break;
  case 14: breaks(x, y); break;
  case 15: cases(x, y); break;
  case 16: recursion(x, y); break;
  case 17: statics(x, y); break;
  case 18: moved(x, y); break;
  case 19: overlap(x, y); break;
  case 20: copied(x, y); break;
  case 21: unions(x, y); break;
  case 22: fields(x, y); break;
  case 23: global(x, y); break;
  case 24: globalKept(x, y); break;
  case 25: sizes(x, y); break;
  case 26: filled(x, y); break;
  case 27: fromEither(x, y); break;
  case 28: toEither(x, y); break;
  case 29: updated(x, y); break;
  case 30: written(x, y); break;
  case 31: byValue(x, y); break;
  case 32: variable(x, y); break;
  case 33: returned(x, y); break;
  case 34: assigned(x, y); break;
  case 35: string(x, y); break;
  case 36: returns(x, y); break;
  case 37: exits(x, y); break;
  case 38: both(x, y); break;
  case 39: choose(x, y); break;
  case 40: formatted(x, y); break;
  case 41: pointers(x, y); break;
  case 42: through(x, y); break;
  case 43: loopWrites(x, y); break;
  case 44: nested(x, y); break;
  case 45: jumps(x, y); break;
  case 46: aborts(x, y); break;
  case 47: errors(x, y); break;
  case 48: classes(x, y); break;
  case 49: order(x, y); break;
  case 50: freed(x, y); break;
  case 51: listed(x, y); break;
  case 52: unread(x, y); break;
  case 53: overwritten(x, y); break;
  case 54: swapped(x, y); break;
  case 55: swappedGlobals(x, y); break;
  case 56: partial(x, y); break;
  case 57: seeded(x, y); break;
  case 58: drawn(x, y); break;
  case 59: registered(x, y); break;
  case 60: unbuffered(x, y); break;
  case 61: closed(x, y); break;
  case 62: flushed(x, y); break;
  case 63: tokens(x, y); break;
  case 64: numbers(x, y); break;
  case 65: scanned(x, y); break;
  case 66: raised(x, y); break;
  case 67: twoSteps(x, y); break;
  case 68: skipped(x, y); break;
  case 69: sides(x, y); break;
  case 70: reals(x, y); break;
  case 71: smallResult(x, y); break;
  case 72: smallByValue(x, y); break;
  case 73: rows(x, y); break;
  case 74: fall(x, y); break;
  case 75: deepExit(x, y); break;
  case 76: halves(x, y); break;
  case 77: cleared(x, y); break;
  case 78: lengths(x, y); break;
  case 79: sorting(x, y); break;
  case 80: untaken(x, y); break;
  case 81: compared(x, y); break;
  case 82: joined(x, y); break;
  case 83: shifted(x, y); break;
  case 84: whileTrue(x, y); break;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 99;
  program(atoi(argv[1]), (unsigned char)argv[2][0], (unsigned char)argv[3][0]);
  printf("%d %d %d %s\n", g, h, counts[0] + counts[1] + counts[2], text);
  return 0;
}
