/* The n-th number of the sequence 0, 1, 1, 2, 3, 5, ... */
unsigned fibonacci(unsigned n) {
  unsigned current = 0, following = 1;
  for (unsigned i = 0; i < n; i++) {
    unsigned sum = current + following;
    current = following;
    following = sum;
  }
  return current;
}
