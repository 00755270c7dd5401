/* n! modulo the size of a word. */
unsigned factorial(unsigned n) {
  unsigned product = 1;
  for (unsigned i = 0; i < n; i++)
    product *= i + 1;
  return product;
}
