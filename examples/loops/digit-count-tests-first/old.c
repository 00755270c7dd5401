/* How many decimal digits a number has. */
int digitsOf(unsigned number) {
  int digits = 0;
  do {
    digits++;
    number /= 10;
  } while (number > 0);
  return digits;
}
