/* The number of bytes before the end of the text. */
int textLength(const char *text) {
  int length = 0;
  while (text[length] != '\0')
    length++;
  return length;
}
