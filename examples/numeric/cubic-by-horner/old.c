/* a x^3 + b x^2 + c x + d */
int cubic(int x, int a, int b, int c, int d) {
  int square = x * x;
  int cube = square * x;
  return a * cube + b * square + c * x + d;
}
