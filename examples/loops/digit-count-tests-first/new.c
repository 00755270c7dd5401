/* How many decimal digits a number has. */
int digitsOf(unsigned number) {
  int digits = 0;
  while (number > 0) {
    digits++;
    number /= 10;
  }
  return digits;
}
