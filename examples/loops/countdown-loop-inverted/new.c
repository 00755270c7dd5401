/* What is left after so many days of losing a share and a fixed loss. */
int drain(int days, int level, int loss) {
  if (days > 0) {
    do {
      level -= level / 16 + loss;
    } while (--days > 0);
  }
  return level;
}
