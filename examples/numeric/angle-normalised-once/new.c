/* An angle as one from 0 to 359. */
int normalised(int degrees) {
  return (degrees + 360) % 360;
}
