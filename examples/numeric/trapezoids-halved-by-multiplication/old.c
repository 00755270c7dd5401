/* The area below samples at equal distances, by trapezoids. */
double areaBelow(const double *samples, int n, double width) {
  double area = 0;
  for (int i = 0; i + 1 < n; i++)
    area += (samples[i] + samples[i + 1]) / 2.0 * width;
  return area;
}
