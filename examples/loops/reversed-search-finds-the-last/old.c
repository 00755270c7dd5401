/* The index of a value that is the key, or -1. */
int indexOf(const int *values, int n, int key) {
  for (int i = 0; i < n; i++)
    if (values[i] == key)
      return i;
  return -1;
}
