#include <stdio.h>
#include <unistd.h>
void both(void) {
  fputs("a", stdout);
  fputs("b", stderr);
}
int main(void) {
  setvbuf(stdout, 0, _IONBF, 0);
  dup2(2, 1);
  both();
  return 0;
}
