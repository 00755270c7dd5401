/* Fields of a line that commas separate. */

/* How many fields the line has; quotes keep a comma in its field. */
int countFields(const char *line) {
  int fields = 1;
  int quoted = 0;
  for (int at = 0; line[at] != 0; at++) {
    if (line[at] == '"')
      quoted = !quoted;
    else if (line[at] == ',')
      fields += !quoted;
  }
  return fields;
}

/* How many commas separate them. */
int separators(const char *line) {
  int fields = countFields(line);
  int commas = fields - 1;
  return commas;
}
