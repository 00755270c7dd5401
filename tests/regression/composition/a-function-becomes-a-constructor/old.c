#include <stdio.h>
int g;
void set(void) {
  g = 5;
}
int main(void) {
  printf("%d", g);
  if (g == 7)
    set();
  return 0;
}
