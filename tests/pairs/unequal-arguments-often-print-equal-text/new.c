#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  double d = atoi(argv[1]) / 10.0;
  printf("%.1f", d + 0.01);
  return 0;
}
