/* The area of a sheet; nothing for one without a width. */
float areaOf(float width, float height) {
  if (width <= 0.0f)
    return 0.0f;
  double area = (double)width * (double)height;
  return (float)area;
}
