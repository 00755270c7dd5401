/* Böhme 2014, figure 3.4, with a change at its line 9 that shows. */
int reaching(int i, int j) {
  int a = 0;
  int b = 0;
  int o = 0;
  if (i > 0)
    a += 1;
  for (int c = 0; c < j; c++)
    b += c;
  if (j > 0) {
    if (a > 0)
      o = 1;
  }
  return o;
}
