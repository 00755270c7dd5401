/* Messages in parts: `F` and a digit begin a message of so many bytes, `M` and a digit bring the next so many bytes, `E` ends
 * it and prints it, `?` says how much is missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
  char *bytes;
  unsigned total;
  unsigned used;
  unsigned parts;
  unsigned asked;
};

static int fail(const char *what) {
  fprintf(stderr, "parts: %s\n", what);
  return 2;
}

static int digit(char c, unsigned *value) {
  if (c < '0' || c > '9')
    return 0;
  *value = (unsigned)(c - '0');
  return 1;
}

/* How many letters of the text were taken; 0: it is wrong. */
static unsigned begin(struct message *m, const char *text) {
  unsigned total;
  if (!digit(text[1], &total) || total == 0)
    return 0;
  /* A message may begin again; its parts are counted on. */
  free(m->bytes);
  m->bytes = malloc(total);
  if (!m->bytes)
    return 0;
  m->total = total;
  return 2;
}

static unsigned more(struct message *m, const char *text) {
  unsigned count;
  if (!m->bytes || !digit(text[1], &count) || count == 0)
    return 0;
  if (count > m->total - m->used)
    return 0;
  if (strlen(text + 2) < count)
    return 0;
  for (unsigned i = 0; i < count; ++i) {
    char c = text[2 + i];
    if (c < 'a' || c > 'z')
      return 0;
    m->bytes[m->used + i] = c;
  }
  m->used += count;
  ++m->parts;
  return 2 + count;
}

static unsigned end(struct message *m) {
  if (!m->bytes || m->used != m->total)
    return 0;
  printf("%u:%.*s\n", m->parts, (int)m->used, m->bytes);
  free(m->bytes);
  m->bytes = NULL;
  m->used = 0;
  m->parts = 0;
  return 1;
}

static unsigned missing(struct message *m) {
  if (!m->bytes || m->asked == 2)
    return 0;
  ++m->asked;
  printf("%u missing\n", m->total - m->used);
  return 1;
}

static unsigned take(struct message *m, const char *text) {
  switch (*text) {
  case 'F':
    return begin(m, text);
  case 'M':
    return more(m, text);
  case 'E':
    return end(m);
  case '?':
    return missing(m);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct message m = {NULL, 0, 0, 0, 0};
  if (argc != 2)
    return fail("usage: parts TEXT");
  for (const char *at = argv[1]; *at;) {
    unsigned taken = take(&m, at);
    if (!taken)
      return fail("what is this?");
    at += taken;
  }
  if (m.bytes)
    puts("not complete");
  free(m.bytes);
  return 0;
}
