#include <stdlib.h>
static int last;
static int add(int a, int b) { last = a; return a + b; }
static int sub(int a, int b) { last = b; return a - b; }
static int mul(int a, int b) { return last * a * b; }
typedef int (*op)(int, int);
static op table[] = {add, sub, mul};
struct handler { const char *name; op run; };
static struct handler handlers[] = {{"add", add}, {"sub", sub}};
int main(int c, char **v) {
  int k = atoi(v[1]) & 1, r = 0;
  for (int i = 0; i < 3; i++) r = table[(i + k) % 3](r + 3, i);
  r += handlers[k].run(r, 2) + handlers[k].name[0];
  op f = k ? mul : add;
  return (f(r, 2) + last) & 63;
}
