#include <ctype.h>
#include <locale.h>
#include <stdio.h>
int letter(int c) {
  return isalpha((unsigned char)c) != 0;
}
int main(void) {
  setlocale(LC_ALL, "");
  printf("%d", letter(0xe4));
  return 0;
}
