#include <stdio.h>
int g;
__attribute__((destructor)) void one(void) {
  g = g * 10 + 1;
  if (g > 10) {
    putchar('1');
  }
}
__attribute__((destructor)) void two(void) {
  g = g * 10 + 2;
  if (g > 10) {
    putchar('2');
  }
}
int main(void) {
  return 0;
}
