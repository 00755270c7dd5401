/* A checksum over the numbers of all records. */
unsigned checksum(unsigned records, unsigned seed) {
  unsigned sum = seed;
  for (unsigned i = 0; i < records; i++)
    sum = sum * 33 + i;
  return sum;
}
