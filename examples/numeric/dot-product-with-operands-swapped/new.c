/* The sum of the products of two vectors. */
double dotProduct(const double *a, const double *b, int n) {
  double sum = 0;
  for (; n > 0; n--) {
    double product = *b++ * *a++;
    sum = product + sum;
  }
  return sum;
}
