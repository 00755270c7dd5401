/* The area below samples at equal distances, by trapezoids. */
double areaBelow(const double *samples, int n, double width) {
  double area = 0;
  for (int right = 1; right < n; right++) {
    double height = 0.5 * (samples[right - 1] + samples[right]);
    area += width * height;
  }
  return area;
}
