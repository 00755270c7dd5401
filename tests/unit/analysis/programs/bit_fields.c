#include <stdlib.h>
struct flags { unsigned a : 3, b : 5, : 0, c : 9; signed d : 4; char e; };
static struct flags g = {1, 2, 3, -1, 'x'};
int main(int c, char **v) {
  int n = atoi(v[1]);
  struct flags f = g;
  f.a = n;
  f.c += f.b;
  g.b = f.a + 1;
  struct flags *p = n & 1 ? &f : &g;
  p->d = 3;
  return (f.a + f.c + g.b + g.d + f.d + p->e) & 63;
}
