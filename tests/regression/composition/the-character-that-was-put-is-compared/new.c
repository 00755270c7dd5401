#include <stdio.h>
#include <unistd.h>
int put(int c) {
  putchar(c);
  return 1;
}
int main(void) {
  close(1);
  setvbuf(stdout, 0, _IONBF, 0);
  return put('x');
}
