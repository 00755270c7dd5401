/* Random command lines through getopt and its family, each step printed. The first argument is where the random numbers
 * start, the second how many lines there are. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long State;

static unsigned below(unsigned bound) {
  State = State * 6364136223846793005ul + 1442695040888963407ul;
  return (State >> 33) % bound;
}

static int Flag;

static const struct option Names[] = {
    {"all", no_argument, NULL, 'a'},         {"almost-all", no_argument, NULL, 'A'},
    {"block", required_argument, NULL, 'b'}, {"blocks", required_argument, NULL, 'b'},
    {"color", optional_argument, NULL, 300}, {"colour", optional_argument, NULL, 300},
    {"flag", no_argument, &Flag, 7},         {"flat", no_argument, &Flag, 8},
    {"c", no_argument, NULL, 301},           {"verbose", no_argument, NULL, 'v'},
    {"version", no_argument, NULL, 'V'},     {NULL, 0, NULL, 0}};

static const char *const Words[] = {
    "-a",       "-b",     "-bvalue",      "-c",      "-cvalue",   "-ab",        "-abx",      "-z",       "-",
    "--",       "file",   "other",        "",        "--all",     "--al",       "--alm",     "--a",      "--block",
    "--block=", "--bl=1", "--blocks=two", "--color", "--col=x",   "--colour=y", "--flag",    "--fla",    "--flat=no",
    "--ver",    "--vers", "--verb",       "--none",  "--none=x",  "-W",         "-Wall",     "-Wblock",  "-Wnone",
    "all",      "-v",     "-vv",          "-all",    "-verb",     "-ver",       "-block",    "-block=3", "-color=3",
    "-:",       "-;",     "--=x",         "-flag",   "--version", "-W;",        "-x\xff",    "-ac5",     "--c"};

static const char *const Letters[] = {"ab:c::vV", "+ab:c::vV", "-ab:c::v", ":ab:c::v", "+:ab:c::", "-:ab:c:", "ab:W;vc",
                                      ":ab:W;",   "",          "a:b:c:",   "::a",      "W;"};

static void runOne(void) {
  char *arguments[12] = {"program"};
  int count = 1 + below(9), how = below(4), index = -7;
  for (int i = 1; i < count; i++)
    arguments[i] = strdup(Words[below(sizeof Words / sizeof *Words)]);
  const char *letters = Letters[below(sizeof Letters / sizeof *Letters)];
  opterr = below(4) != 0;
  optind = below(10) || count < 3 ? 0 : 2;
  Flag = 0;
  for (int step = 0; step < 25; step++) {
    int c = how == 0   ? getopt(count, arguments, letters)
            : how == 1 ? getopt_long(count, arguments, letters, Names, &index)
            : how == 2 ? getopt_long_only(count, arguments, letters, Names, &index)
                       : getopt_long(count, arguments, letters, Names, NULL);
    printf("%d optind %d optopt %d optarg %s index %d flag %d\n", c, optind, optopt, optarg ? optarg : "-", index, Flag);
    if (c < 0)
      break;
  }
  for (int i = 0; i < count; i++)
    printf(" [%s]", arguments[i]);
  printf("\n");
  optind = 0;
}

int main(int argc, char **argv) {
  State = strtoul(argv[1], NULL, 10);
  for (int lines = atoi(argv[2]); lines > 0; lines--)
    runOne();
  return argc;
}
