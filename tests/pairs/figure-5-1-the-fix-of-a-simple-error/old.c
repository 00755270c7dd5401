#include <stdio.h>
#include <stdlib.h>

static long parse(const char *text) {
  long value = 0;
  int sign = (*text == '-' ? -1 : 1);
  if (sign < 0)
    text++;
  do {
    if (*text >= '0' && *text <= '9')
      value = 10 * value + sign * (*text - '0');
  } while (*++text);
  return value * sign;
}

int main(int argc, char **argv) {
  if (argc < 2 || !*argv[1])
    return 2;
  printf("%ld\n", parse(argv[1]));
  return 0;
}
