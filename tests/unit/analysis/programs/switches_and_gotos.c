#include <stdlib.h>
int main(int c, char **v) {
  int n = atoi(v[1]) & 15, s = 0, t[4] = {0};
top:
  switch (n) {
  case 0: goto out;
  case 1: case 2: t[n] = s; s += 2; break;
  case 3: t[0]++;
  default: s += t[n & 3]; t[(n + 1) & 3] = n;
  }
  n--;
  if (s < 50) goto top;
out:
  return (s + t[0] + t[2]) & 63;
}
