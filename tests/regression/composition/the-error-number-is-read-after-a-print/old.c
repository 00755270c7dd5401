#include <errno.h>
#include <stdio.h>
int f(void) {
  int e = errno;
  printf("x");
  return e;
}
int main(void) {
  errno = 0;
  return f();
}
