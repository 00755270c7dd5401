#include <stdio.h>
#include <stdlib.h>

/* Adds. */
int add(int a,
        int b)
{
    return a
        + b; // the sum
}

int main(int argc, char **argv)
{
  if (argc < 3)
      return 2;
  printf("%d", add(atoi(argv[1]), atoi(argv[2])));
  return 0;
}
