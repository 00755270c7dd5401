#include <stdio.h>
#include <stdlib.h>
static char buf[32];
static int words[8];
int main(int c, char **v) {
  int n = 0, x = 0;
  if (fgets(buf, sizeof buf, stdin)) n = buf[0];
  while (n < 400 && scanf("%d", &x) == 1) { words[x & 7] += x; n += x; }
  int ch = getchar();
  char small[4] = {0};
  sscanf(v[1], "%3s", small);
  fprintf(stderr, "%s %d\n", small, n);
  return (n + ch + words[3] + small[0] + buf[1]) & 63;
}
