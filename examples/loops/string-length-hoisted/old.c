#include <string.h>

/* How many capital letters the text has. */
int countCapitals(const char *text) {
  int count = 0;
  for (size_t i = 0; i < strlen(text); i++)
    if (text[i] >= 'A' && text[i] <= 'Z')
      count++;
  return count;
}
