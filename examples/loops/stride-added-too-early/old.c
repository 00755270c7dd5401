/* A hash over the offsets of all rows. */
unsigned hashOffsets(unsigned rows, unsigned stride) {
  unsigned hash = 5381;
  for (unsigned i = 0; i < rows; i++)
    hash = hash * 31 + i * stride;
  return hash;
}
