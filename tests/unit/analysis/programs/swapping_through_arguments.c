#include <stdlib.h>
struct s { int a, b; };
static void both(int *a, int *b) { *a += 1; *b += *a; }
static int *least(int *a, int *b) { return *a < *b ? a : b; }
static struct s *choose(struct s *x, struct s *y, int n) { struct s *r = x; if (n) r = y; return r; }
int main(int c, char **v) {
  int n = atoi(v[1]), m = 4;
  both(&n, &n);
  both(&n, &m);
  *least(&n, &m) = 11;
  struct s x = {1, 2}, y = {3, 4};
  choose(&x, &y, n & 1)->b = m;
  both(&choose(&x, &y, m & 1)->a, &x.b);
  return (n + m + x.a + x.b + y.b) & 63;
}
