#include <stdio.h>
int g;
__attribute__((constructor)) void one(void) {
  g = g * 10 + 1;
}
__attribute__((constructor)) void two(void) {
  g = g * 10 + 2;
}
int main(void) {
  printf("%d", g);
  return 0;
}
