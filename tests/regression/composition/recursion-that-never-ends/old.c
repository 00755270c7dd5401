#include <stdio.h>
int f(int x) {
  if (x <= 0)
    return 0;
  return f(x - 1);
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%d", f(argc));
  return 0;
}
