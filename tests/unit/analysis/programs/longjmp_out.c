#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static int seen;
static void deep(int n, int *out) { int local = n; *out = local; seen += local; if (n == 0) longjmp(env, seen + 1); deep(n - 1, out); }
int main(int c, char **v) {
  volatile int x = 1;
  int result = 0;
  int *volatile p = &result;
  int n = atoi(v[1]) & 7;
  switch (setjmp(env)) {
  case 0: x = 5; deep(n, p); break;
  default: x += seen;
  }
  return (x + *p) & 63;
}
