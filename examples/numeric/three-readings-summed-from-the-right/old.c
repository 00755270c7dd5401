/* The sum of three readings. */
double sumOfThree(double first, double second, double third) {
  double sum = first + second;
  return sum + third;
}
