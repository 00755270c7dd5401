#include <stdio.h>
#include <stdlib.h>

enum level { LOW = 1, HIGH = 3 };

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  int x = atoi(argv[1]);
  if (x == LOW)
    printf("low");
  if (x == HIGH)
    printf("high");
  printf("%d", x + HIGH);
  return 0;
}
