#include <stdio.h>
#include <unistd.h>
int put(int c) {
  return putchar(c) == (unsigned char)c;
}
int main(void) {
  close(1);
  setvbuf(stdout, 0, _IONBF, 0);
  return put('x');
}
