#include <ctype.h>
#include <locale.h>
#include <stdio.h>
int letter(int c) {
  c = (unsigned char)c;
  return (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
}
int main(void) {
  setlocale(LC_ALL, "");
  printf("%d", letter(0xe4));
  return 0;
}
