/* One step of a controller that moves a tool towards a target. Positions are in millimetres, speeds in millimetres per
   tick. The tool never moves faster than its limit, and never leaves its rail. */

static double clamp(double value, double low, double high) {
  if (value < low)
    return low;
  if (value > high)
    return high;
  return value;
}

/* How far the tool goes in the next tick. */
double stepTowards(double position, double target) {
  double wanted = target - position;
  double speed = wanted;
  if (speed > 8.0)
    speed = 8.0;
  else if (speed < -8.0)
    speed = -8.0;
  return speed;
}

/* Where the tool is after the next tick; the rail begins at 0 and is 200 long. */
double nextPosition(double position, double target) {
  double from = clamp(position, 0.0, 200.0);
  double to = clamp(target, 0.0, 200.0);
  double moved = stepTowards(from, to);
  double reached = from + moved;
  return reached;
}
