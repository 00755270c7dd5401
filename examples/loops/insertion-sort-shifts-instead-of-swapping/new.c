/* Sorts the values, smallest first. */
void sortValues(int *values, int n) {
  for (int i = 1; i < n; i++) {
    int held = values[i], j = i;
    while (j > 0 && values[j - 1] > held) {
      values[j] = values[j - 1];
      j--;
    }
    values[j] = held;
  }
}
