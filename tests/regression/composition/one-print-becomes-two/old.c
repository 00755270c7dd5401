#include <stdio.h>
void tell(void) {
  printf("ab");
}
int main(void) {
  tell();
  return 0;
}
