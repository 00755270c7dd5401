#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char out[BUFSIZ];
int main(int c, char **v) {
  setvbuf(stdout, out, _IOFBF, sizeof out);
  char a[8] = "abc", b[8];
  memset(b, 'x', 7);
  b[7] = 0;
  memmove(a + 1, a, 4);
  fputs(a, stdout);
  strncpy(b, a, 3);
  int r = memcmp(a, b, 3);
  size_t n = fwrite(b, 1, strlen(b), stdout);
  fflush(stdout);
  return (r + (int)n + a[2] + b[1] + atoi(v[1])) & 63;
}
