/* What programs do with streams. StreamsTest.cpp builds this twice, with the C library and with the models, and compares
 * what comes out. The first argument chooses. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char File[] = "file.txt";

static void show(const char *what, long value) { printf("%s=%ld\n", what, value); }

static void contents(void) {
  FILE *f = fopen(File, "r");
  for (int c; f && (c = getc(f)) != EOF;)
    printf("%02x ", c);
  puts("");
  if (f)
    fclose(f);
}

static void copyBytes(void) {
  for (int c; (c = getchar()) != EOF;)
    putchar(c);
  show("eof", feof(stdin));
}

static void copyLines(void) {
  char line[7];
  while (fgets(line, sizeof line, stdin))
    printf("[%s]", line);
  show("error", ferror(stdin));
}

static void copyBlocks(void) {
  char block[5];
  size_t n;
  while ((n = fread(block, 1, sizeof block, stdin)) > 0)
    fwrite(block, 1, n, stdout);
  show("pairs", fread(block, 2, 2, stdin));
}

static void wholeLines(void) {
  char *line = NULL;
  size_t size = 0;
  long n;
  while ((n = getline(&line, &size, stdin)) >= 0)
    printf("%ld/%zu:%s", n, size, line);
  show("last", n);
  free(line);
}

static void delimited(void) {
  char *line = malloc(3);
  size_t size = 3;
  for (long n; (n = getdelim(&line, &size, ',', stdin)) >= 0;)
    printf("%ld/%zu(%s)\n", n, size, line);
  free(line);
}

static void pushBack(void) {
  int c = getchar();
  show("back", ungetc(c, stdin));
  show("other", ungetc('x', stdin));
  show("none", ungetc(EOF, stdin));
  char text[10];
  size_t n = fread(text, 1, 4, stdin);
  fwrite(text, 1, n, stdout);
  while (getchar() != EOF)
    ;
  show("eof", feof(stdin));
  ungetc('z', stdin);
  show("cleared", feof(stdin));
  show("z", getchar());
  show("again", getchar());
}

static void readOne(void) { show("first", getchar()); }
static void readOneAndPushBack(void) { show("first", ungetc(getchar(), stdin)); }
static void readLineAndFlush(void) {
  char line[100];
  show("line", fgets(line, sizeof line, stdin) != NULL);
  show("flush", fflush(stdin));
}
static void readAndClose(void) {
  show("first", getchar());
  show("close", fclose(stdin));
}

static void lost(void) {
  printf("lost");
  fflush(stdout);
  printf("more");
  _exit(3);
}
static void lostByAbort(void) {
  puts("before");
  abort();
}
static void muchIsLost(void) {
  for (int i = 0; i < 1000; i++)
    printf("%d,", i);
  _exit(4);
}
static void blocksAreLost(void) {
  static char block[10000];
  memset(block, 'b', sizeof block);
  fwrite("12345", 1, 5, stdout);
  fwrite(block, 1, 5000, stdout);
  fwrite(block, 1, 3000, stdout);
  putchar('!');
  _exit(0);
}
static void exactlyFull(void) {
  static char block[4096];
  memset(block, 'c', sizeof block);
  fwrite(block, 1, sizeof block, stdout);
  _exit(0);
}

static void second(void) { printf("second\n"); }
static void first(void) {
  printf("first\n");
  atexit(second);
}
static void atExit(void) {
  printf("main\n");
  atexit(first);
}
static void exitInHandler(void) { _exit(7); }
static void lostInHandler(void) {
  atexit(exitInHandler);
  printf("never seen\n");
}
static void closeInHandler(void) { show("closed", fclose(stdout)); }
static void closedStandardOutput(void) {
  atexit(closeInHandler);
  printf("seen\n");
}

static void interleaved(void) {
  printf("out1 ");
  fprintf(stderr, "err%d ", 1);
  puts("out2");
  fputs("err2\n", stderr);
  fputc('e', stderr);
  fflush(NULL);
  perror("what");
  errno = ENOENT;
  perror("name");
  perror("");
  perror(NULL);
}

static void modes(void) {
  FILE *f = fopen(File, "w");
  show("open", f != NULL);
  show("read", getc(f));
  show("error", ferror(f));
  show("errno", errno == EBADF);
  clearerr(f);
  show("put", fputs("hello\nworld\n", f) >= 0);
  show("pending", __fpending(f));
  show("tell", ftell(f));
  show("seek", fseek(f, 2, SEEK_SET));
  fputc('L', f);
  show("end", fseek(f, 0, SEEK_END));
  fprintf(f, "%s", "more");
  show("close", fclose(f));
  contents();
  f = fopen(File, "a");
  show("at", ftell(f));
  fputs("+", f);
  show("behind", ftell(f));
  fclose(f);
  contents();
  f = fopen(File, "r+");
  show("c", getc(f));
  show("c", getc(f));
  fseek(f, 0, SEEK_CUR);
  fputc('#', f);
  show("tell", ftell(f));
  fseek(f, 0, SEEK_CUR);
  show("c", getc(f));
  fputc('!', f);
  rewind(f);
  show("c", getc(f));
  show("write to", fputc('x', f));
  fclose(f);
  contents();
  show("a+", (f = fopen(File, "a+")) != NULL);
  show("tell", ftell(f));
  show("c", getc(f));
  fputs("end", f);
  fclose(f);
  contents();
  show("exclusive", fopen(File, "wx") != NULL);
  show("errno", errno);
  show("bad mode", fopen(File, "q") != NULL);
  show("errno", errno);
  show("missing", fopen("no/such/file", "r") != NULL);
  show("errno", errno);
  f = fopen(File, "r");
  show("put", fputc('x', f));
  show("errno", errno);
  show("print", fprintf(f, "x"));
  show("c", getc(f));
  show("unget", ungetc('u', f));
  show("tell", ftell(f));
  show("u", getc(f));
  show("tell", ftell(f));
  show("seek", fseek(f, -3, SEEK_END));
  show("c", getc(f));
  show("tell", ftell(f));
  show("bad", fseek(f, -1, SEEK_SET));
  show("errno", errno);
  show("bad", fseek(f, 0, 17));
  show("errno", errno);
  while (getc(f) != EOF)
    ;
  show("eof", feof(f));
  rewind(f);
  show("eof", feof(f));
  fclose(f);
}

static void buffering(void) {
  static char mine[16];
  show("line", setvbuf(stdout, NULL, _IOLBF, 0));
  printf("a\nb");
  fputs("c\nd\nrest", stdout);
  fprintf(stderr, "|");
  putchar('\n');
  fprintf(stderr, "|");
  show("mine", setvbuf(stdout, mine, _IOFBF, sizeof mine));
  fputs("123456789012345678901234567890", stdout);
  fprintf(stderr, "|");
  show("none", setvbuf(stdout, NULL, _IONBF, 0));
  printf("x%dy", 5);
  fprintf(stderr, "|");
  show("bad", setvbuf(stdout, NULL, 9, 0));
  show("full", setvbuf(stdout, NULL, _IOFBF, 0));
  printf("x%dy", 6);
  fprintf(stderr, "|");
  _exit(0);
}

static void offsets(void) {
  FILE *f = fopen(File, "w+");
  for (int i = 0; i < 3000; i++)
    fprintf(f, "%d\n", i);
  fflush(f);
  show("at", lseek(fileno(f), 0, SEEK_CUR));
  rewind(f);
  char line[20];
  fgets(line, sizeof line, f);
  int copy = dup(fileno(f));
  show("flush", fflush(f));
  show("at", lseek(copy, 0, SEEK_CUR));
  fgets(line, sizeof line, f);
  show("close", fclose(f));
  show("at", lseek(copy, 0, SEEK_CUR));
  f = fdopen(copy, "r");
  show("rest", fread(line, 3, 5, f));
  show("tell", ftell(f));
  fclose(f);
}

static void reopened(void) {
  printf("before\n");
  show("out", freopen(File, "w", stdout) == stdout);
  printf("into the file\n");
  fclose(stdout);
  show("in", freopen(File, "r", stdin) == stdin);
  char line[100];
  while (fgets(line, sizeof line, stdin))
    fprintf(stderr, "<%s>", line);
}

static void sameFileAgain(void) {
  FILE *f = fopen(File, "w+");
  fputs("before", f);
  show("same", freopen(NULL, "r", f) == f);
  show("c", getc(f));
  show("put", fputc('x', f));
  show("other", freopen(File, "a", f) == f);
  fputs("behind", f);
  fclose(f);
  contents();
}

static void descriptors(void) {
  show("pipe", fseek(stdin, 0, SEEK_CUR));
  printf("a");
  dprintf(1, "b%d", 3);
  show("fileno", fileno(stderr));
  FILE *f = tmpfile();
  fputs("temporary", f);
  rewind(f);
  char text[20] = "";
  show("got", fread(text, 1, sizeof text, f));
  puts(text);
  fclose(f);
}

static void memoryStreams(void) {
  char text[] = "one two", *made = NULL;
  size_t size = 0;
  FILE *f = fmemopen(text, 7, "r");
  for (int c; (c = getc(f)) != EOF;)
    putchar(c);
  fclose(f);
  f = open_memstream(&made, &size);
  fprintf(f, "%d-%s", 42, "x");
  fputc('!', f);
  fflush(f);
  printf("%s %zu\n", made, size);
  fclose(f);
  free(made);
}

static void processes(void) {
  FILE *f = popen("cat", "w");
  fprintf(f, "through a process\n");
  fflush(stdout);
  show("status", pclose(f));
  f = popen("echo from a process", "r");
  for (int c; (c = getc(f)) != EOF;)
    putchar(c);
  show("status", pclose(f));
}

static void manyFiles(void) {
  FILE *f[10];
  for (int i = 0; i < 10; i++) {
    f[i] = fopen(File, i ? "a" : "w");
    fprintf(f[i], "%d", i);
  }
  for (int i = 9; i >= 0; i--)
    if (i != 4)
      fclose(f[i]);
  contents();
  fflush(f[4]);
  contents();
}

static void leftOpen(void) { fputs("written at the end", fopen(File, "w")); }

static void brokenPipe(void) {
  close(1);
  show("buffered", 1);
  fprintf(stderr, "%d %d\n", fflush(stdout), errno);
  fprintf(stderr, "%d\n", ferror(stdout) != 0);
  fprintf(stderr, "%d\n", fputs("x", stdout) >= 0);
  fprintf(stderr, "%d\n", fclose(stdout));
}

static void positions(void) {
  FILE *f = fopen(File, "w+");
  fpos_t place;
  show("word", putw(0x41424344, f));
  show("get", fgetpos(f, &place));
  fputs("tail", f);
  show("set", fsetpos(f, &place));
  show("c", getc(f));
  rewind(f);
  show("word", getw(f));
  show("word", getw(f));
  show("word", getw(f));
  show("eof", feof(f));
  fclose(f);
}

__attribute__((destructor)) static void atTheVeryEnd(void) {
  if (getenv("LATE"))
    printf("printed by a destructor\n");
}

static void scanned(void) {
  int number = -1, n;
  char word[10] = "", letters[5] = "";
  while ((n = scanf("%d,", &number)) == 1)
    printf("%d ", number);
  show("ended with", n);
  show("word", scanf(" %9s", word));
  puts(word);
  show("set", scanf("%4[a-m,\n]", letters));
  puts(letters);
  show("both", scanf("%3d%c", &number, letters));
  show("number", number);
  for (int c, i = 0; (c = getchar()) != EOF && i < 20; i++)
    printf("%02x ", c);
  show("eof", feof(stdin));
}

static const struct {
  const char *name;
  void (*run)(void);
} Scenarios[] = {{"copyBytes", copyBytes},
                 {"copyLines", copyLines},
                 {"copyBlocks", copyBlocks},
                 {"wholeLines", wholeLines},
                 {"delimited", delimited},
                 {"pushBack", pushBack},
                 {"readOne", readOne},
                 {"readOneAndPushBack", readOneAndPushBack},
                 {"readLineAndFlush", readLineAndFlush},
                 {"readAndClose", readAndClose},
                 {"lost", lost},
                 {"lostByAbort", lostByAbort},
                 {"muchIsLost", muchIsLost},
                 {"blocksAreLost", blocksAreLost},
                 {"exactlyFull", exactlyFull},
                 {"atExit", atExit},
                 {"lostInHandler", lostInHandler},
                 {"closedStandardOutput", closedStandardOutput},
                 {"interleaved", interleaved},
                 {"modes", modes},
                 {"buffering", buffering},
                 {"offsets", offsets},
                 {"reopened", reopened},
                 {"descriptors", descriptors},
                 {"memoryStreams", memoryStreams},
                 {"processes", processes},
                 {"manyFiles", manyFiles},
                 {"leftOpen", leftOpen},
                 {"brokenPipe", brokenPipe},
                 {"scanned", scanned},
                 {"sameFileAgain", sameFileAgain},
                 {"positions", positions}};

/* Without a scenario, their names. */
int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof Scenarios / sizeof *Scenarios; i++)
    if (argc < 2)
      puts(Scenarios[i].name);
    else if (!strcmp(argv[1], Scenarios[i].name))
      Scenarios[i].run();
  return 0;
}
