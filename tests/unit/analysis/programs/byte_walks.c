#include <stdlib.h>
struct rec { char name[6]; short n; int *p; int tail[2]; };
static unsigned hash(const void *at, int n) { unsigned h = 1; for (const unsigned char *b = at; n--; b++) h = h * 31 + *b; return h; }
static void wipe(void *at, int n) { char *b = at; while (n > 0) b[--n] = 2; }
static void copy(char *to, const char *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }
int main(int c, char **v) {
  int x = atoi(v[1]), *end;
  struct rec r, s;
  wipe(&r, sizeof r);
  r.n = x;
  r.p = &x;
  copy((char *)&s, (char *)&r, sizeof s);
  *s.p += 2;
  char *q = s.name;
  q += 6;
  *(short *)q += 1;
  struct rec *back = (struct rec *)((char *)&s.tail[1] - (sizeof s - sizeof(int)));
  back->name[2] = 9;
  end = s.tail + 2;
  end[-1] = 4;
  return (hash(s.name, sizeof s.name) + s.n + x + s.tail[1] + s.name[2]) & 63;
}
