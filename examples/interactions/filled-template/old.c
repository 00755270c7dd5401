/* Fills a template: `$a` to `$d` are replaced by values, which come first as `a=xy,b=z:`. `$$` is a dollar
 * sign. */
#include <stdio.h>
#include <stdlib.h>

enum { NAMES = 4 };

/* What is shown for a value that is not there. */
static const char Missing[] = "?";

struct value {
  const char *text;
  unsigned length;
};

struct output {
  char *text;
  unsigned used;
};

static int fail(const char *what) {
  fprintf(stderr, "fill: %s\n", what);
  return 2;
}

static int indexOf(char name) {
  return name >= 'a' && name < 'a' + NAMES ? name - 'a' : -1;
}

/* The values in front of the colon; where the template begins, or nothing. */
static const char *readValues(const char *text, struct value *values) {
  while (*text != ':') {
    int index = indexOf(*text);
    if (index < 0 || text[1] != '=')
      return NULL;
    text += 2;
    values[index].text = text;
    values[index].length = 0;
    while (*text && *text != ',' && *text != ':') {
      ++text;
      ++values[index].length;
    }
    if (*text == 0)
      return NULL;
    if (*text == ',')
      ++text;
  }
  return text + 1;
}

/* How long the result is; -1: there is no such name. */
static int lengthOf(const char *template, const struct value *values) {
  int length = 0;
  for (; *template; ++template) {
    if (*template != '$') {
      ++length;
      continue;
    }
    ++template;
    if (*template == '$') {
      ++length;
      continue;
    }
    int index = indexOf(*template);
    if (index < 0)
      return -1;
    length += (int)(values[index].text ? values[index].length : sizeof Missing - 1);
  }
  return length;
}

static void put(struct output *to, char c) {
  to->text[to->used++] = c;
}

static void putValue(struct output *to, const struct value *from, char other) {
  (void)other;
  if (!from->text)
    for (unsigned i = 0; i + 1 < sizeof Missing; ++i)
      put(to, Missing[i]);
  for (unsigned i = 0; i < from->length; ++i)
    put(to, from->text[i]);
}

static void fill(struct output *to, const char *template, const struct value *values, char other) {
  for (; *template; ++template) {
    if (*template != '$' || *++template == '$')
      put(to, *template);
    else
      putValue(to, &values[indexOf(*template)], other);
  }
}

int main(int argc, char **argv) {
  struct value values[NAMES] = {{NULL, 0}};
  struct output to = {NULL, 0};
  if (argc != 2)
    return fail("usage: fill VALUES:TEMPLATE");
  const char *text = argv[1];
  char other = 0;
  const char *template = readValues(text, values);
  if (!template)
    return fail("values");
  int length = lengthOf(template, values);
  if (length < 0)
    return fail("no such name");
  to.text = malloc((unsigned)length + 1);
  if (!to.text)
    return fail("memory");
  fill(&to, template, values, other);
  to.text[to.used] = 0;
  puts(to.text);
  free(to.text);
  return 0;
}
