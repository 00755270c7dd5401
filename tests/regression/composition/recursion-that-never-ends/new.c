#include <stdio.h>
int f(int x) {
  if (x <= 0)
    return 0;
  int r = f(x - 1);
  int q = f(x);
  return q - q + r;
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%d", f(argc));
  return 0;
}
