/* Looks for a letter in a short text. */

/* Where the letter stands first, or -1. */
int find(const char *text, char letter) {
  int at = 0;
  while (text[at] != 0) {
    if (text[at] == letter)
      return at;
    at++;
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
