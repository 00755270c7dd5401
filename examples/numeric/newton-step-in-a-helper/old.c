/* An approximation of the square root after some steps. */
double rootOf(double value, int steps) {
  double guess = value;
  for (int i = 0; i < steps; i++)
    guess = (guess + value / guess) / 2;
  return guess;
}
