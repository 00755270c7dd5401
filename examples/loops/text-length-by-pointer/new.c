/* The number of bytes before the end of the text. */
int textLength(const char *text) {
  const char *end = text;
  while (*end)
    ++end;
  return (int)(end - text);
}
