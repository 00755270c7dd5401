/* Reads a table of digits as `2x3:123456` and prints the sums of its rows, or with `c` in front of its columns. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5 };

struct table {
  unsigned rows;
  unsigned columns;
  unsigned char *cells;
};

static int fail(const char *what) {
  fprintf(stderr, "table: %s\n", what);
  return 2;
}

static int isDigit(char c) {
  return c >= '0' && c <= '9';
}

static int readSize(const char **text, unsigned *into, unsigned least) {
  if (!isDigit(**text))
    return 0;
  *into = (unsigned)(**text - '0');
  ++*text;
  return *into >= least && *into <= MOST;
}

static unsigned countDigits(const char *text) {
  unsigned count = 0;
  while (isDigit(text[count]))
    ++count;
  return count;
}

static int readShape(const char **text, struct table *into) {
  if (!readSize(text, &into->rows, 0) || **text != 'x')
    return 0;
  ++*text;
  if (!readSize(text, &into->columns, 1) || **text != ':')
    return 0;
  ++*text;
  return 1;
}

static int readCells(const char *text, struct table *into) {
  unsigned count = countDigits(text);
  into->cells = calloc(into->rows, into->columns);
  if (!into->cells)
    return 0;
  /* As many rows as there are. */
  if (into->rows == 0) {
    if (count % into->columns != 0 || count / into->columns > MOST)
      return 0;
    into->rows = count / into->columns;
  }
  if (count != into->rows * into->columns || text[count])
    return 0;
  for (unsigned i = 0; i < count; ++i)
    into->cells[i] = (unsigned char)(text[i] - '0');
  return 1;
}

static unsigned sum(const struct table *of, unsigned first, unsigned step, unsigned count) {
  unsigned total = 0;
  for (unsigned i = 0; i < count; ++i)
    total += of->cells[first + i * step];
  return total;
}

static void printRows(const struct table *of) {
  for (unsigned row = 0; row < of->rows; ++row)
    printf("%u, ", sum(of, row * of->columns, 1, of->columns));
}

static void printColumns(const struct table *of) {
  for (unsigned column = 0; column < of->columns; ++column)
    printf("%u, ", sum(of, column, of->columns, of->rows));
}

int main(int argc, char **argv) {
  struct table of = {0, 0, NULL};
  int columns = 0;
  if (argc != 2)
    return fail("usage: table [c]RxC:DIGITS");
  const char *text = argv[1];
  if (*text == 'c') {
    columns = 1;
    ++text;
  }
  if (!readShape(&text, &of))
    return fail("shape");
  if (!readCells(text, &of))
    return fail("cells");
  if (columns)
    printColumns(&of);
  else
    printRows(&of);
  putchar('\n');
  free(of.cells);
  return 0;
}
