/* The area of a sheet; nothing for one without a width. */
float areaOf(float width, float height) {
  if (width <= 0.0f)
    return 0.0f;
  return width * height;
}
