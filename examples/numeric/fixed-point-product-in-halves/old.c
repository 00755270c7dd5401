/* The product of two numbers with 16 bits behind the point. */
int scaled(int a, int b) {
  long product = (long)a * b;
  return (int)(product >> 16);
}
