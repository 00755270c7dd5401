/* What is left after so many days of losing a share and a fixed loss. */
int drain(int days, int level, int loss) {
  while (days > 0) {
    level -= level / 16 + loss;
    days--;
  }
  return level;
}
