#include <stdio.h>
int work(int x) {
  return x + x;
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%d", work(argc));
  return 0;
}
