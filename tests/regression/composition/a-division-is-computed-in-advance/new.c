#include <fenv.h>
#include <stdio.h>
int above(void) {
  return 1.0 / 3.0 > 0.33333333333333333;
}
int main(void) {
  fesetround(FE_UPWARD);
  printf("%d", above());
  return 0;
}
