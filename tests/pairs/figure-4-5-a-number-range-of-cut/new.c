#include <stdio.h>

static int failed;

int main(int argc, char **argv) {
  const char *fs = argc > 1 ? argv[1] : "";
  int v = 0;
  int init = 1;
  int c = 0;
  int lhs;
  lhs = 0;
  do {
    if (*fs >= '0' && *fs <= '9') {
      v = 10 * v + (*fs - '0');
      lhs = 1;
    } else if (*fs == '-') {
      c = lhs;
      init = c ? v : 1;
    } else if (*fs == '\0') {
      failed = init == 0;
    }
  } while (*fs++);
  printf("from %d%s\n", init, failed ? ": invalid" : "");
  return failed;
}
