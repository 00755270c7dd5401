/* A hash over the numbers of all cells of a table. */
unsigned hashCells(unsigned short rows, unsigned short columns) {
  unsigned hash = 17;
  for (unsigned row = 0; row < rows; row++)
    for (unsigned column = 0; column < columns; column++)
      hash = hash * 31 + (row * columns + column);
  return hash;
}
