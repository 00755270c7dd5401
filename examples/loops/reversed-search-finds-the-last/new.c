/* The index of a value that is the key, or -1. */
int indexOf(const int *values, int n, int key) {
  while (n > 0)
    if (values[--n] == key)
      return n;
  return -1;
}
