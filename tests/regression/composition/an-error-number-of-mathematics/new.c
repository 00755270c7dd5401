#include <math.h>
int root(double x) {
  (void)x;
  return 0;
}
