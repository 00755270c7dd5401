#include <stdio.h>
#include <unistd.h>
int show(void) {
  printf("ab");
  return 2;
}
int main(void) {
  close(1);
  fclose(stdout);
  return show() == 2;
}
