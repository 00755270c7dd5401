/* The sum of three readings. */
double sumOfThree(double first, double second, double third) {
  double rest = second + third;
  return first + rest;
}
