#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int n = atoi(argv[1]);
  int s = 0;
  for (int i = 0; i < n; ++i)
    ++s;
  printf("%d", s);
  return 0;
}
