#include <stdio.h>
void tell(void) {
  printf("a");
  printf("b");
}
int main(void) {
  tell();
  return 0;
}
