/* Fields of a line that commas separate. */

/* How many fields the line has; quotes keep a comma in its field. */
int countFields(const char *line) {
  int fields = 1;
  int quoted = 0;
  for (int at = 0; line[at] != 0; at++) {
    if (line[at] == '"')
      quoted = !quoted;
    if (line[at] == ',' && !quoted)
      fields++;
  }
  return fields;
}

/* How many commas separate them. */
int separators(const char *line) {
  int fields = countFields(line);
  int commas = fields - 1;
  return commas;
}
