/* A time as whole seconds; 0 if it is negative or more than a day. */
int wholeSeconds(double seconds) {
  if (!(seconds >= 0 && seconds <= 86400))
    return 0;
  return (int)(seconds + 0.5);
}
