/* What the change of Böhme 2014, figure 3.2, was meant to do: i + 1 in place of i where i > 0, and nothing else. */
int passed(int i) {
  int o = 0;
  if (i > 0)
    o = i + 1;
  return o;
}
