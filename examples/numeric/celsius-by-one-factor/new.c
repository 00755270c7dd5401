/* Degrees Fahrenheit as degrees Celsius. */
double celsius(double fahrenheit) {
  const double factor = 5.0 / 9.0;
  return (fahrenheit - 32.0) * factor;
}
