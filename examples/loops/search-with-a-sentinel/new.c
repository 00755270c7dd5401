/* The index of the first value that is the key, or -1. */
int indexOf(int *values, int n, int key) {
  if (n <= 0)
    return -1;
  int last = values[n - 1], i = 0;
  values[n - 1] = key;
  while (values[i] != key)
    i++;
  values[n - 1] = last;
  return i < n - 1 || last == key ? i : -1;
}
