/* Nine times the variance of three readings. */
int spread(int a, int b, int c) {
  int sum = a + b + c;
  int squares = a * a + b * b + c * c;
  return 3 * squares - sum * sum;
}
