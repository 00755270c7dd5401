#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  if (x > 6)
    putenv("A=1");
  puts(getenv("A") ? "y" : "n");
  return 0;
}
