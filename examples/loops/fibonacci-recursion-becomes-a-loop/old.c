/* The n-th number of the sequence 0, 1, 1, 2, 3, 5, ... */
unsigned fibonacci(unsigned n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
