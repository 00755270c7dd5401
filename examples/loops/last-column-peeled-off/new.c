/* How wide a table is: columns with gaps between them. */
int tableWidth(int columns, int width, int gap) {
  if (columns <= 0)
    return 0;
  int total = 0;
  for (int i = 0; i < columns - 1; i++)
    total += width + gap;
  return total + width;
}
