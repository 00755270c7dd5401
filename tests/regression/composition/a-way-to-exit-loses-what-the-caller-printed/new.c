#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void stop(int x) {
  if (x > 1)
    _exit(3);
}
int main(int argc, char **argv) {
  (void)argv;
  printf("pending");
  stop(argc);
  return 0;
}
