#include <stdio.h>
void both(void) {
  fputs("b", stderr);
  fputs("a", stdout);
}
int main(void) {
  stdout = stderr;
  both();
  return 0;
}
