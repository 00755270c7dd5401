#include <stdarg.h>
#include <stdlib.h>
struct big { int a[10]; };
static int total(int n, va_list *ap) { int s = 0; while (n--) s += va_arg(*ap, int); return s; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = total(n, &ap); va_end(ap); return s; }
static int deref(int n, ...) { va_list ap, second; va_start(ap, n); va_copy(second, ap); int s = 0;
  for (int i = 0; i < n; i++) { int *p = va_arg(ap, int *); s += *p; *p = i; }
  s += *va_arg(second, int *); va_end(second); va_end(ap); return s; }
static int structs(int n, ...) { va_list ap; va_start(ap, n); struct big b = va_arg(ap, struct big); double d = va_arg(ap, double); va_end(ap); return b.a[n] + (int)d; }
int main(int c, char **v) {
  int x = atoi(v[1]), y = 4;
  struct big b; for (int i = 0; i < 10; i++) b.a[i] = i * x;
  int r = sum(8, x, 2, 3, 4, y, 6, 7, 8) + deref(2, &x, &y) + structs(3, b, 2.5);
  return (r + x + y) & 63;
}
