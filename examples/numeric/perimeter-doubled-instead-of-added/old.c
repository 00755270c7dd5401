/* The cost of a fence around a field. */
double fenceCost(double width, double depth, double price) {
  double side = width + depth;
  return (side + side) * price;
}
