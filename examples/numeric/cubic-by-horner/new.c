/* a x^3 + b x^2 + c x + d */
int cubic(int x, int a, int b, int c, int d) {
  int value = a;
  value = value * x + b;
  value = value * x + c;
  value = value * x + d;
  return value;
}
