/* Reverses the order of the values. */
void reverse(int *values, int n) {
  for (int i = 0; i < n / 2; i++) {
    int held = values[i];
    values[i] = values[n - 1 - i];
    values[n - 1 - i] = held;
  }
}
