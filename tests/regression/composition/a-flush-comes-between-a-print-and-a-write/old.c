#include <stdio.h>
#include <unistd.h>
int twice(int x) {
  return 2 * x;
}
int main(int argc, char **argv) {
  (void)argv;
  printf("a");
  int n = twice(argc);
  write(1, "b", 1);
  return n == 2;
}
