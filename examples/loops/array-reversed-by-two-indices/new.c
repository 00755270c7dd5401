/* Reverses the order of the values. */
void reverse(int *values, int n) {
  int low = 0, high = n;
  while (high - low > 1) {
    high--;
    int held = values[low];
    values[low] = values[high];
    values[high] = held;
    low++;
  }
}
