/* The product of two numbers with 16 bits behind the point. */
int scaled(int a, int b) {
  long whole = b >> 16, fraction = b & 0xffff;
  return (int)(a * whole + ((a * fraction) >> 16));
}
