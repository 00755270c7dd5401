/* Hundredths as tenths, halves rounded away from zero. */
int toTenths(int hundredths) {
  if (hundredths < 0)
    return (hundredths - 5) / 10;
  return (hundredths + 5) / 10;
}
