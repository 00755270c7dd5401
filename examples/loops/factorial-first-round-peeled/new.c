/* n! modulo the size of a word. */
unsigned factorial(unsigned n) {
  if (n == 0)
    return 1;
  unsigned product = 1;
  for (unsigned i = 1; i < n; i++)
    product *= i + 1;
  return product;
}
