#include <string.h>

/* How many capital letters the text has. */
int countCapitals(const char *text) {
  int count = 0;
  for (size_t i = 0, length = strlen(text); i < length; i++)
    if (text[i] >= 'A' && text[i] <= 'Z')
      count++;
  return count;
}
