#include <math.h>
int root(double x) {
  double r = sqrt(x);
  (void)r;
  return 0;
}
