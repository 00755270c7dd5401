/* A hash over the numbers of all cells of a table. */
unsigned hashCells(unsigned short rows, unsigned short columns) {
  unsigned hash = 17, cells = (unsigned)rows * columns;
  for (unsigned cell = 0; cell < cells; cell++)
    hash = hash * 31 + cell;
  return hash;
}
