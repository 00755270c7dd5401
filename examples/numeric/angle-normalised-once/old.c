/* An angle as one from 0 to 359. */
int normalised(int degrees) {
  int angle = degrees % 360;
  if (angle < 0)
    angle += 360;
  return angle;
}
