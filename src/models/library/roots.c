/* Square roots: the error number says that there is none. */
#include "model.h"

enum { OutsideOfTheDomain = 33 };

double sqrt(double x) {
  vernier_model_setErrorNumberIf(x < 0, OutsideOfTheDomain);
  return __builtin_elementwise_sqrt(x);
}

float sqrtf(float x) {
  vernier_model_setErrorNumberIf(x < 0, OutsideOfTheDomain);
  return __builtin_elementwise_sqrt(x);
}

long double sqrtl(long double x) {
  vernier_model_setErrorNumberIf(x < 0, OutsideOfTheDomain);
  return __builtin_elementwise_sqrt(x);
}
