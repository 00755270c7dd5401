/* Böhme 2014, figure 3.2, P'. What the figure prints is returned. */
int passed(int i) {
  int a = 0;
  int o = 0;
  int k = i + 1;
  if (k > 0)
    a++;
  if (a > 0)
    o = k;
  return o;
}
