#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INFO_DIR, INFO_ERROR, INFO_NO_STAT };

static void report_loop(void) {
  puts("symlink loop");
}

static int is_loop(const char *path) {
  return strchr(path, '@') != NULL;
}

static void consider(int info, int level, const char *path) {
  if (info == INFO_ERROR) {
    puts("error");
    return;
  } else if (info == INFO_NO_STAT) {
    if (level == 0) {
      report_loop();
      return;
    } else {
      if (is_loop(path)) {
        report_loop();
        return;
      }
    }
  }
  printf("%d %s\n", level, path);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  consider(atoi(argv[1]), atoi(argv[2]), argv[3]);
  if (is_loop(argv[3]))
    report_loop();
  return 0;
}
