/* The middle one of three numbers. */

int smaller(int a, int b) {
  if (a < b)
    return a;
  return b;
}

int larger(int a, int b) {
  if (a < b && b - a < 1000)
    return b;
  return a;
}

int middle(int a, int b, int c) {
  int low = smaller(a, b);
  int high = larger(a, b);
  int rest = smaller(high, c);
  int result = larger(low, rest);
  return result;
}
