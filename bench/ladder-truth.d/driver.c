// Runs a function of two libraries on the same inputs (bench/ladder-truth): first values that matter, each with each,
// then random ones. pair.h is generated: the parameters, and how to call the function. Arrays and texts end where the
// next page begins, which cannot be touched. Prints how many inputs were compared, were not comparable (a run took too
// long, or too much stack), ran into undefined behaviour, differed; and in a second line the first one that differed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

enum Kind { INTEGER, REAL, INTEGERS, REALS, TEXT };
enum Range { ANY, TRIPS, LENGTH }; // TRIPS: mostly small; LENGTH: no more elements than an array has
struct Parameter {
  enum Kind kind;
  size_t size; // of the value, or of an element
  int isSigned;
  const char *name;
  enum Range range;
  int length; // of an array: the number of the parameter that counts the elements; parameters before it
};
static const struct Parameter parameters[];
static const int parameterCount;
static void callEntry(void *function, void **arguments, void *result);
static const struct Parameter returned; // of size 0: nothing is
#include "pair.h"

enum { PAGE = 4096, MOST = 40, PARAMETERS_AT_MOST = 8, TICK = 10000, TICKS = 3 };
enum { TOO_LONG = -1, TOO_DEEP = -2 };
static const long Exhaustive = 300000, Random = 200000;

// ---- values ----

static unsigned long state = 88172645463325252ul;
static unsigned long drawn(unsigned long below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 11) % below;
}

static long digits = -1, choices; // of the round that tries values that matter each with each; negative: a random round
static int chosen(int count) {
  choices *= count;
  int digit = (int)(digits % count);
  digits /= count;
  return digit;
}

static const long few[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}; // first of all lists
static const long small[] = {18, 31, 32, 33, 60, 100, 365, 400, 1023, 1024, 1025};
static const long negative[] = {-1, -2, -3, -5, -7, -361, -0x7fffffff - 1, -0x7fffffff};
static const long large[] = {
    2000, 2024, 65535, 65536, 0x7fffffff, 0x7ffffffe, 0x7ffffffc, (long)(~0ul >> 1), ~(long)(~0ul >> 1)};
#define COUNT(list) ((int)(sizeof list / sizeof *list))

static long interesting(const struct Parameter *p, int at) {
  if (at < COUNT(few))
    return few[at];
  if ((at -= COUNT(few)) < COUNT(negative))
    return negative[at];
  if ((at -= COUNT(negative)) < COUNT(small))
    return p->range == LENGTH ? at : small[at];
  return large[at - COUNT(small)];
}

static long integer(const struct Parameter *p, int isFree) {
  int count = COUNT(few) + (p->isSigned || p->range == ANY ? COUNT(negative) : 0);
  if (count > COUNT(few) && p->range != LENGTH)
    count += COUNT(small) + (p->range == ANY ? COUNT(large) : 0);
  if (isFree && digits >= 0)
    return interesting(p, chosen(count));
  if (drawn(4) == 0)
    return interesting(p, (int)drawn((unsigned long)count));
  if (p->range == LENGTH)
    return (long)drawn(MOST + 1);
  if (p->range == TRIPS && drawn(1000) > 0)
    return (long)drawn(1ul << drawn(13));
  unsigned long bits = drawn(64);
  long value = (long)((drawn(1ul << 32) << 32 | drawn(1ul << 32)) & ((2ul << bits) - 1));
  return drawn(2) ? value : -value;
}

static double real(int isFree) {
  static const double list[] = {0,      -0.0,   1,     -1,   0.1,   0.2,    0.3,     0.5,      2,
                                3,      49.5,   99.99, 100,  100.5, 212,    1e16,    -1e16,    1e-3,
                                5e-324, 1e-310, 1e-40, 3e38, 1e308, -1e308, 1 / 0.0, -1 / 0.0, 0 / 0.0};
  if (isFree && digits >= 0)
    return list[chosen(COUNT(list))];
  switch (drawn(8)) {
  case 0:
    return list[drawn((unsigned long)COUNT(list))];
  case 1: {
    unsigned long bits = drawn(1ul << 32) << 32 | drawn(1ul << 32);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  case 2:
  case 3:
    return (double)drawn(200) - 100;
  default:
    return ((double)drawn(200000) - 50000) / 100;
  }
}

static void put(const struct Parameter *p, void *to, int isFree) {
  if (p->kind == REAL || p->kind == REALS) {
    double value = real(isFree);
    float narrow = (float)value;
    memcpy(to, p->size == sizeof value ? (void *)&value : (void *)&narrow, p->size);
    return;
  }
  long value = integer(p, isFree);
  memcpy(to, &value, p->size); // the lower bytes come first
}

static long get(const struct Parameter *p, const void *from) {
  long value = 0;
  memcpy(&value, from, p->size);
  unsigned above = 64 - 8 * (unsigned)p->size;
  return p->isSigned ? (long)((unsigned long)value << above) >> above : value;
}

// ---- inputs ----

struct Input {
  char cells[PARAMETERS_AT_MOST][(MOST + 1) * 8];
  size_t bytes[PARAMETERS_AT_MOST];
};

static void make(struct Input *in) {
  for (int i = 0; i < parameterCount; i++) {
    const struct Parameter *p = &parameters[i];
    if (p->kind == INTEGER || p->kind == REAL) {
      in->bytes[i] = p->size;
      put(p, in->cells[i], 1);
    } else if (p->kind == TEXT) {
      size_t length = drawn(MOST + 1);
      for (size_t k = 0; k < length; k++)
        in->cells[i][k] = drawn(9) ? "aAzZ@[ 09"[drawn(9)] : (char)(1 + drawn(255));
      in->cells[i][length] = '\0';
      in->bytes[i] = length + 1;
    } else {
      long length = get(&parameters[p->length], in->cells[p->length]);
      in->bytes[i] = length > 0 ? (size_t)length * p->size : 0;
      unsigned long distinct = 2 + drawn(12); // so that values are there more than once
      for (size_t at = 0; at < in->bytes[i]; at += p->size)
        if (p->kind == INTEGERS && drawn(16)) {
          long value = (long)drawn(distinct) - (long)drawn(4);
          memcpy(in->cells[i] + at, &value, p->size);
        } else {
          put(p, in->cells[i] + at, 0);
        }
    }
  }
}

static void show(const struct Parameter *p, const void *bytes) {
  if (p->kind == INTEGER || p->kind == INTEGERS)
    printf("%ld", get(p, bytes));
  else
    printf("%.17g", p->size == sizeof(float) ? *(const float *)bytes : *(const double *)bytes);
}

static void showInput(const struct Input *in) {
  for (int i = 0; i < parameterCount; i++) {
    const struct Parameter *p = &parameters[i];
    printf("%s%s = ", i ? ", " : "", p->name);
    if (p->kind == TEXT) {
      printf("\"%s\"", in->cells[i]);
      continue;
    }
    int isArray = p->kind == INTEGERS || p->kind == REALS;
    printf("%s", isArray ? "{" : "");
    for (size_t at = 0; at < in->bytes[i]; at += p->size) {
      printf("%s", at ? ", " : "");
      show(p, in->cells[i] + at);
    }
    printf("%s", isArray ? "}" : "");
  }
}

// ---- runs ----

static sigjmp_buf back;
static volatile sig_atomic_t running, ticks;
static char *bottom; // of the stack

static void onSignal(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGALRM && (!running || ++ticks < TICKS))
    return;
  char *at = info->si_addr;
  int deep = number == SIGSEGV && at < bottom && bottom - at < 16 << 20;
  siglongjmp(back, number == SIGALRM ? TOO_LONG : deep ? TOO_DEEP : number);
}

struct Outcome {
  int ending; // 0, the signal, or why it is not comparable
  char result[8];
  char memory[PARAMETERS_AT_MOST][(MOST + 1) * 8];
};

static char *pages[PARAMETERS_AT_MOST];

static void run(void *function, const struct Input *in, struct Outcome *out) {
  void *arguments[PARAMETERS_AT_MOST];
  for (int i = 0; i < parameterCount; i++) {
    arguments[i] = pages[i] + PAGE - in->bytes[i];
    memcpy(arguments[i], in->cells[i], in->bytes[i]);
  }
  memset(out->result, 0, sizeof out->result);
  out->ending = sigsetjmp(back, 0);
  if (out->ending == 0) {
    ticks = 0;
    running = 1;
    callEntry(function, arguments, out->result);
  }
  running = 0;
  for (int i = 0; i < parameterCount; i++)
    memcpy(out->memory[i], pages[i] + PAGE - in->bytes[i], in->bytes[i]);
}

static int isNan(const char *bytes, size_t size) {
  double value = size == sizeof(float) ? *(const float *)bytes : *(const double *)bytes;
  return value != value;
}

/// All NaN are one value; 0 and -0 are two.
static int same(const struct Parameter *p, const char *a, const char *b, size_t bytes) {
  int isReal = p->kind == REAL || p->kind == REALS;
  for (size_t at = 0; at < bytes; at += p->size)
    if (memcmp(a + at, b + at, p->size) != 0 && !(isReal && isNan(a + at, p->size) && isNan(b + at, p->size)))
      return 0;
  return 1;
}

static int sameOutcome(const struct Input *in, const struct Outcome *a, const struct Outcome *b) {
  if (a->ending != b->ending || a->ending != 0)
    return a->ending == b->ending;
  for (int i = 0; i < parameterCount; i++)
    if (!same(&parameters[i], a->memory[i], b->memory[i], in->bytes[i]))
      return 0;
  return same(&returned, a->result, b->result, returned.size);
}

static void showOutcome(const char *version, const struct Outcome *out) {
  printf("; %s ", version);
  if (out->ending != 0)
    printf("signal %d", out->ending);
  else if (returned.size > 0)
    show(&returned, out->result);
  else
    printf("leaves other memory");
}

static void *entryOf(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *found = handle ? dlsym(handle, entryName) : NULL;
  if (!found) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  return found;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  void *functions[2] = {entryOf(argv[1]), entryOf(argv[2])};
  double seconds = atof(argv[3]);
  static char stack[1 << 16];
  bottom = __builtin_frame_address(0);
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_sigaction = onSignal, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  for (const int *number = (const int[]){SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, 0}; *number; number++)
    sigaction(*number, &action, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, TICK}, {0, TICK}}, NULL);
  for (int i = 0; i < parameterCount; i++) {
    pages[i] = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages[i] + PAGE, PAGE, PROT_NONE);
  }

  long compared = 0, incomparable = 0, undefined = 0, different = 0, all = 1;
  static struct Input in, first;
  static struct Outcome outcomes[2], firsts[2];
  clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
  for (long round = 0; round < Exhaustive + Random && clock() < end; round++) {
    // So many combinations that not all are tried: spread over all of them.
    digits =
        round < Exhaustive && (round == 0 || round < all) ? (all > Exhaustive ? round * 2147483647 % all : round) : -1;
    if (digits < 0 && round < Exhaustive)
      round = Exhaustive;
    choices = 1;
    make(&in);
    if (round == 0)
      all = choices;
    run(functions[0], &in, &outcomes[0]);
    if (outcomes[0].ending >= 0)
      run(functions[1], &in, &outcomes[1]);
    if (outcomes[0].ending < 0 || outcomes[1].ending < 0) {
      incomparable++;
      continue;
    }
    compared++;
    undefined += outcomes[0].ending == SIGILL || outcomes[1].ending == SIGILL;
    if (sameOutcome(&in, &outcomes[0], &outcomes[1]))
      continue;
    if (different++ == 0) {
      first = in;
      memcpy(firsts, outcomes, sizeof firsts);
    }
  }
  printf("%ld %ld %ld %ld\n", compared, incomparable, undefined, different);
  if (different > 0) {
    showInput(&first);
    showOutcome("old", &firsts[0]);
    showOutcome("new", &firsts[1]);
    printf("\n");
  }
  return 0;
}
