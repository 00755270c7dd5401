#include <stdio.h>
#include <unistd.h>
int show(void) {
  int n = printf("ab");
  return n;
}
int main(void) {
  close(1);
  fclose(stdout);
  return show() == 2;
}
