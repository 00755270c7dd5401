/* The cost of a fence around a field. */
double fenceCost(double width, double depth, double price) {
  return 2.0 * (width + depth) * price;
}
