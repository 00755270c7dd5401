/* Hundredths as tenths, halves rounded away from zero. */
int toTenths(int hundredths) {
  return (hundredths + 5) / 10;
}
