/* Sorts the values, smallest first. */
void sortValues(int *values, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
      int held = values[j];
      values[j] = values[j - 1];
      values[j - 1] = held;
    }
}
