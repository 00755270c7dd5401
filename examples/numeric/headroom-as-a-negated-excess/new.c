static double excess(double limit, double load) {
  return load - limit;
}

/* How much is left below the limit. */
double headroom(double limit, double load) {
  return -excess(limit, load);
}
