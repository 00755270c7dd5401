/* How much is left below the limit. */
double headroom(double limit, double load) {
  return limit - load;
}
