#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char word[16] = "seed";
int main(int c, char **v) {
  char line[64], *part[4] = {0};
  snprintf(line, sizeof line, "%s,%d,%s", v[1], c, word);
  int n = 0;
  for (char *p = strtok(line, ","); p && n < 4; p = strtok(0, ",")) part[n++] = p;
  strcat(word, part[0]);
  char *d = strdup(word);
  d[0] = 'D';
  char *e = strchr(d, 'e');
  if (e) *e = '!';
  char *end;
  long k = strtol(v[1], &end, 10);
  puts(d);
  printf("%s %ld %c\n", part[1], k, *end);
  int r = (int)strlen(d) + part[2][0] + word[2];
  free(d);
  return r & 63;
}
