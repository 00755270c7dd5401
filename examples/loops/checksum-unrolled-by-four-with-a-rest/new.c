/* A checksum over the numbers of all records. */
unsigned checksum(unsigned records, unsigned seed) {
  unsigned sum = seed, i = 0;
  unsigned whole = records - records % 4;
  while (i < whole) {
    sum = sum * 33 + i;
    sum = sum * 33 + (i + 1);
    sum = sum * 33 + (i + 2);
    sum = sum * 33 + (i + 3);
    i += 4;
  }
  for (; i < records; i++)
    sum = sum * 33 + i;
  return sum;
}
