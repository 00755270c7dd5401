/* How wide a table is: columns with gaps between them. */
int tableWidth(int columns, int width, int gap) {
  int total = 0;
  for (int i = 0; i < columns; i++) {
    total += width;
    if (i + 1 < columns)
      total += gap;
  }
  return total;
}
