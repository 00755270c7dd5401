/* Reads tables of counts from standard input, and prints statistics of each.
 *
 * A line of a table has integers with white space between them; the first line says how many columns there are. What
 * stands behind # is a comment. An empty line, or one with nothing but a comment, ends a table. A table that has a line
 * with another number of columns, something that is no integer, or too many of them, is told and skipped.
 *
 * Of each column: sum, smallest, largest and middle value, mean and variance. Of each table: the total, the row with
 * the largest sum, the outliers, and, where no count is negative, how far it is from one whose rows all have the same
 * shares (the sum of the squares of what differs from what would be expected, each divided by that).
 *
 * Ends with 1 if a table was skipped, else with 0. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 16
#define MOST_COLUMNS 8
#define MOST_LINE 120
#define LARGEST 1000000 /* of a count, negative ones likewise */

enum problem { FINE, BAD_NUMBER, TOO_LARGE, BAD_COLUMNS, TOO_MANY };

static const char *const messages[] = {
    "nothing is wrong",           "something is no number", "a number is too large", "rows are of different lengths",
    "there are too many numbers",
};

struct table {
  int rows, columns;
  long counts[MOST_ROWS][MOST_COLUMNS];
  enum problem problem;
};

static struct table table;
static int tables;
static int skipped;

/* ---- reading ---- */

static void beginTable(void) {
  table.rows = 0;
  table.columns = 0;
  table.problem = FINE;
}

static void fail(enum problem problem) {
  if (table.problem == FINE)
    table.problem = problem;
}

/* Cuts a line where a comment begins, or where it ends. */
static void cutComment(char *line) {
  for (; *line; ++line) {
    if (*line == '#' || *line == '\n') {
      *line = '\0';
      return;
    }
  }
}

static int isEmpty(const char *line) {
  while (isspace((unsigned char)*line))
    ++line;
  return *line == '\0';
}

/* One integer, with what comes behind it in *rest. */
static int readCount(const char *from, char **rest, long *count) {
  errno = 0;
  *count = strtol(from, rest, 10);
  if (*rest == from || (**rest != '\0' && !isspace((unsigned char)**rest))) {
    fail(BAD_NUMBER);
    return 0;
  }
  if (errno == ERANGE || *count > LARGEST || *count < -LARGEST) {
    fail(TOO_LARGE);
    return 0;
  }
  return 1;
}

static void readRow(const char *line) {
  if (table.rows == MOST_ROWS) {
    fail(TOO_MANY);
    return;
  }
  int column = 0;
  char *rest;
  for (const char *from = line; !isEmpty(from); from = rest) {
    if (column == MOST_COLUMNS) {
      fail(TOO_MANY);
      return;
    }
    if (!readCount(from, &rest, &table.counts[table.rows][column]))
      return;
    ++column;
  }
  if (table.rows == 0)
    table.columns = column;
  if (column != table.columns) {
    fail(BAD_COLUMNS);
    return;
  }
  ++table.rows;
}

/* ---- statistics ---- */

static long columnSum(int column) {
  long sum = 0;
  for (int row = 0; row < table.rows; ++row)
    sum += table.counts[row][column];
  return sum;
}

static long rowSum(int row) {
  long sum = 0;
  for (int column = 0; column < table.columns; ++column)
    sum += table.counts[row][column];
  return sum;
}

static long total(void) {
  long sum = 0;
  for (int row = 0; row < table.rows; ++row)
    sum += rowSum(row);
  return sum;
}

/* The values of a column, the smallest one first. */
static void sortColumn(int column, long *sorted) {
  for (int row = 0; row < table.rows; ++row) {
    long value = table.counts[row][column];
    int at = row;
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      --at;
    }
    sorted[at] = value;
  }
}

/* Twice the value in the middle, or the sum of both. */
static long twiceMedian(const long *sorted, int size) {
  if (size % 2 == 1)
    return 2 * sorted[size / 2];
  return sorted[size / 2 - 1] + sorted[size / 2];
}

static double variance(int column) {
  double mean = (double)columnSum(column) / table.rows;
  double sum = 0;
  for (int row = 0; row < table.rows; ++row) {
    double from = (double)table.counts[row][column] - mean;
    sum += from * from;
  }
  return table.rows > 1 ? sum / (table.rows - 1) : 0;
}

/* The first one of those with the largest sum. */
static int largestRow(void) {
  int largest = 0;
  for (int row = 1; row < table.rows; ++row) {
    if (rowSum(row) > rowSum(largest))
      largest = row;
  }
  return largest;
}

/* A count is an outlier if it is more than half of its column, and there are others. */
static int outliers(void) {
  int number = 0;
  for (int column = 0; column < table.columns; ++column) {
    long sum = columnSum(column);
    for (int row = 0; row < table.rows; ++row) {
      if (table.rows > 2 && 2 * table.counts[row][column] > sum)
        ++number;
    }
  }
  return number;
}

static int hasNegative(void) {
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      if (table.counts[row][column] < 0)
        return 1;
    }
  }
  return 0;
}

/* Rows and columns without any count expect nothing, and differ in nothing. */
static double distance(void) {
  double sum = 0;
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      double expected = (double)rowSum(row) * (double)columnSum(column) / (double)total();
      double from = (double)table.counts[row][column] - expected;
      if (expected > 0)
        sum += from * from / expected;
    }
  }
  return sum;
}

/* ---- printing ---- */

static void printColumn(int column) {
  long sorted[MOST_ROWS];
  sortColumn(column, sorted);
  long middle = twiceMedian(sorted, table.rows);
  long sum = columnSum(column);
  printf("column %d: sum %ld, %ld to %ld, middle %s%ld%s, mean %.2f, variance %.2f\n", column + 1, sum, sorted[0],
         sorted[table.rows - 1], middle < 0 ? "-" : "", labs(middle) / 2, middle % 2 ? ".5" : "",
         (double)sum / table.rows, variance(column));
}

static void printTable(void) {
  ++tables;
  printf("table %d: %d rows, %d columns\n", tables, table.rows, table.columns);
  for (int column = 0; column < table.columns; ++column)
    printColumn(column);
  printf("total %ld, largest row %d, outliers %d\n", total(), largestRow() + 1, outliers());
  if (hasNegative())
    puts("distance: there are negative counts");
  else if (total() == 0)
    puts("distance: there is nothing");
  else
    printf("distance %.3f, free %d\n", distance(), (table.rows - 1) * (table.columns - 1));
}

static void endTable(void) {
  if (table.problem != FINE) {
    ++skipped;
    printf("skipped: %s\n", messages[table.problem]);
  } else if (table.rows > 0) {
    printTable();
  }
  beginTable();
}

int main(void) {
  char line[MOST_LINE];
  beginTable();
  while (fgets(line, sizeof line, stdin)) {
    if (!strchr(line, '\n') && strlen(line) == sizeof line - 1)
      fail(TOO_MANY);
    cutComment(line);
    if (isEmpty(line))
      endTable();
    else
      readRow(line);
  }
  endTable();
  return skipped > 0;
}
