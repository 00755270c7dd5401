#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int g;
int part(int x) {
  int r = 10 / x;
  g = 1;
  return r;
}
static void caught(int s) {
  (void)s;
  char c = '0' + g;
  write(1, &c, 1);
  _exit(0);
}
int main(int argc, char **argv) {
  (void)argv;
  signal(SIGFPE, caught);
  return part(argc - 1);
}
