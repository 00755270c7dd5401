/* Looks for a letter in a short text. */

/* Where the letter stands first, or -1. */
int find(const char *text, char letter) {
  for (int at = 0; text[at] != 0; at++) {
    if (text[at] == letter)
      return at;
  }
  return -1;
}

/* How many letters stand behind the first colon; -1 without any. */
int valueLength(const char *line) {
  int colon = find(line, ':');
  if (colon < 0)
    return -1;
  int length = 0;
  while (line[colon + 1 + length] != 0)
    length++;
  return length;
}
