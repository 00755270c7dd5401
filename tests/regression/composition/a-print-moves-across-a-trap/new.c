#include <signal.h>
#include <stdio.h>
int tell(int x) {
  int r = 10 / x;
  printf("a");
  return r;
}
int main(int argc, char **argv) {
  (void)argv;
  setvbuf(stdout, 0, _IONBF, 0);
  return tell(argc - 1);
}
