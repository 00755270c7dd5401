static double improved(double guess, double value) {
  double other = value / guess;
  return 0.5 * (guess + other);
}

/* An approximation of the square root after some steps. */
double rootOf(double value, int steps) {
  double guess = value;
  while (steps-- > 0)
    guess = improved(guess, value);
  return guess;
}
