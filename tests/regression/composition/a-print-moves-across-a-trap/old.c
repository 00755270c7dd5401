#include <signal.h>
#include <stdio.h>
int tell(int x) {
  printf("a");
  return 10 / x;
}
int main(int argc, char **argv) {
  (void)argv;
  setvbuf(stdout, 0, _IONBF, 0);
  return tell(argc - 1);
}
