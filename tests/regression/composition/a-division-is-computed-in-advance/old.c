#include <fenv.h>
#include <stdio.h>
int above(void) {
  double a = 1.0, b = 3.0;
  return a / b > 0.33333333333333333;
}
int main(void) {
  fesetround(FE_UPWARD);
  printf("%d", above());
  return 0;
}
