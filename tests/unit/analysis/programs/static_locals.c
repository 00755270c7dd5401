#include <stdlib.h>
static int next(int step) { static int state = 3; state = state * step + 1; return state; }
static char *buffer(int c) { static char b[4]; b[1] = b[0]; b[0] = (char)c; return b; }
int main(int c, char **v) {
  int n = atoi(v[1]);
  int a = next(n), b = next(2);
  char *p = buffer('a'), *q = buffer('b');
  p[2] = 'x';
  return (a + b + q[1] + q[2]) & 63;
}
