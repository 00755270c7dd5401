#include <errno.h>
#include <stdio.h>
int f(void) {
  printf("x");
  return errno;
}
int main(void) {
  errno = 0;
  return f();
}
