/* A grid of digits that grows: `r` adds a row, `c` a column, `t` turns it over its diagonal, `d` drops the last row, a digit fills the last
 * cell, `s` prints the sum of the last row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5 };

struct grid {
  unsigned char *cells;
  unsigned rows;
  unsigned columns;
  int turned;
  unsigned sums;
};

static int fail(const char *what) {
  fprintf(stderr, "grid: %s\n", what);
  return 2;
}

/* As the user sees them. */
static unsigned rowsOf(const struct grid *g) { return g->turned ? g->columns : g->rows; }
static unsigned columnsOf(const struct grid *g) { return g->turned ? g->rows : g->columns; }

static unsigned char *cell(struct grid *g, unsigned row, unsigned column) {
  return g->turned ? g->cells + column * g->columns + row : g->cells + row * g->columns + column;
}

static int resize(struct grid *g, unsigned rows, unsigned columns) {
  unsigned char *fresh = calloc(rows, columns);
  if (!fresh)
    return 0;
  for (unsigned r = 0; r < rows && r < g->rows; ++r)
    for (unsigned c = 0; c < columns && c < g->columns; ++c)
      fresh[r * columns + c] = g->cells[r * g->columns + c];
  free(g->cells);
  g->cells = fresh;
  g->rows = rows;
  g->columns = columns;
  return 1;
}

static int addRow(struct grid *g) {
  if (rowsOf(g) == MOST)
    return 0;
  return g->turned ? resize(g, g->rows, g->columns + 1) : resize(g, g->rows + 1, g->columns);
}

static int addColumn(struct grid *g) {
  if (columnsOf(g) == MOST)
    return 0;
  return g->turned ? resize(g, g->rows + 1, g->columns) : resize(g, g->rows, g->columns + 1);
}

static int turn(struct grid *g) {
  g->turned = !g->turned;
  return 1;
}

static int dropRow(struct grid *g) {
  if (rowsOf(g) == 1)
    return 0;
  unsigned char *fewer = realloc(g->cells, (g->rows - 1) * g->columns + (g->rows == 1));
  if (!fewer)
    return 0;
  g->cells = fewer;
  if (g->turned)
    --g->columns;
  else
    --g->rows;
  return 1;
}

static int sum(struct grid *g) {
  if (g->sums == 3)
    return 0;
  ++g->sums;
  unsigned total = 0;
  for (unsigned c = 0; c < columnsOf(g); ++c)
    total += *cell(g, rowsOf(g) - 1, c);
  printf("%u ", total);
  return 1;
}

static int obey(struct grid *g, char c) {
  if (c >= '0' && c <= '9') {
    *cell(g, rowsOf(g) - 1, columnsOf(g) - 1) = (unsigned char)(c - '0');
    return 1;
  }
  switch (c) {
  case 'r':
    return addRow(g);
  case 'c':
    return addColumn(g);
  case 't':
    return turn(g);
  case 'd':
    return dropRow(g);
  case 's':
    return sum(g);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct grid g = {NULL, 1, 1, 0, 0};
  if (argc != 2)
    return fail("usage: grid KEYS");
  g.cells = calloc(1, 1);
  if (!g.cells)
    return fail("memory");
  for (const char *key = argv[1]; *key; ++key)
    if (!obey(&g, *key))
      return fail("the grid cannot do that");
  printf("%u*%u\n", rowsOf(&g), columnsOf(&g));
  free(g.cells);
  return 0;
}
