/* Runs a program on many inputs, each in a process of its own: its `main` is compiled as `program`. Inputs come on
 * standard input, outcomes go to standard output, both as a length (4 bytes) and that many bytes. An outcome begins with
 * the status of the process (4 bytes, as `wait` has it); behind it stands what was printed. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SECONDS 1
#define MOST_BYTES 100000

int program(int count, char **arguments);

static char bytes[MOST_BYTES];

static int memoryFile(unsigned length) {
  int file = memfd_create("bytes", 0);
  if (file < 0 || write(file, bytes, length) != (ssize_t)length || lseek(file, 0, SEEK_SET) != 0)
    abort();
  return file;
}

static void runProgram(int input, int output) {
  char name[] = "program", *arguments[] = {name, NULL};
  struct rlimit limit = {MOST_SECONDS, MOST_SECONDS}, size = {MOST_BYTES, MOST_BYTES};
  setrlimit(RLIMIT_CPU, &limit);
  setrlimit(RLIMIT_FSIZE, &size);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0)
    abort();
  exit(program(1, arguments));
}

static void put(const void *from, size_t size, FILE *to) {
  if (fwrite(from, 1, size, to) != size)
    abort();
}

int main(void) {
  FILE *inputs = fdopen(dup(0), "rb"), *outcomes = fdopen(dup(1), "wb");
  unsigned length;
  if (!inputs || !outcomes)
    abort();
  while (fread(&length, sizeof length, 1, inputs) == 1) {
    if (length > MOST_BYTES || fread(bytes, 1, length, inputs) != length)
      abort();
    int input = memoryFile(length), output = memoryFile(0), status;
    fflush(outcomes);
    pid_t child = fork();
    if (child == 0)
      runProgram(input, output);
    if (child < 0 || waitpid(child, &status, 0) != child)
      abort();
    ssize_t printed = pread(output, bytes, sizeof bytes, 0);
    if (printed < 0)
      abort();
    unsigned size = (unsigned)printed + sizeof status;
    put(&size, sizeof size, outcomes);
    put(&status, sizeof status, outcomes);
    put(bytes, (size_t)printed, outcomes);
    close(input);
    close(output);
  }
  return fflush(outcomes) == 0 ? 0 : 1;
}
