#include <stdio.h>
void both(void) {
  fputs("a", stdout);
  fputs("b", stderr);
}
int main(void) {
  stdout = stderr;
  both();
  return 0;
}
