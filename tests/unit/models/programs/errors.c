/* Messages about errors, and environment variables. The first argument chooses. */
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ownName(void) {
  fflush(stdout);
  fprintf(stderr, "own:");
}

static void environment(void) {
  const char *names[] = {"VERNIER_A", "VERNIER_", "VERNIER_AB", "", "VERNIER_EMPTY", "VERNIER_A=", "NONE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    printf("%s: %s\n", names[i], getenv(names[i]) ? getenv(names[i]) : "(none)");
  putenv("VERNIER_A=changed");
  setenv("VERNIER_NEW", "made", 1);
  unsetenv("VERNIER_AB");
  printf("%s %s %d\n", getenv("VERNIER_A"), getenv("VERNIER_NEW"), getenv("VERNIER_AB") == NULL);
  clearenv();
  printf("%d\n", getenv("VERNIER_A") == NULL);
}

int main(int argc, char **argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  printf("case %d\n", which);
  errno = ENOENT;
  switch (which) {
  case 0:
    environment();
    return 0;
  case 1:
    assert(which == 2);
    return 0;
  case 2:
    error(0, 0, "plain %d", 3);
    error(0, EACCES, "with %s", "error");
    printf("%u messages\n", error_message_count);
    error(9, 0, "the end");
    return 0;
  case 3:
    error_at_line(0, 0, "file.c", 12, "here");
    error_at_line(0, ENOMEM, NULL, 13, "nowhere");
    error_one_per_line = 1;
    error_at_line(0, 0, "file.c", 14, "once");
    error_at_line(0, 0, strdup("file.c"), 14, "twice");
    error_at_line(2, 0, "file.c", 15, "other");
    return 0;
  case 4:
    error_print_progname = ownName;
    error(0, 0, "after my name");
    error_at_line(3, 5, "f", 1, "and a place");
    return 0;
  case 5:
    warn("%s", "one");
    errno = EACCES;
    warnx("two %d", 2);
    warn(NULL);
    warnx(NULL);
    err(4, "three");
  case 6:
    errx(5, "four %c", 'x');
  case 7:
    err(6, NULL);
  case 8:
    setvbuf(stderr, NULL, _IOFBF, 0);
    fprintf(stderr, "kept ");
    perror("now");
    assert(!"buffered");
  }
  return 0;
}
