/* Records in frames: a digit for the length, so many letters, and a check letter (the sum of the letters modulo 4, from `A`). `Rn` makes
 * room for records of at most n letters, `P` prints the last record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4 };

struct reader {
  char *record;
  unsigned room;
  unsigned last; /* length of the last record */
  unsigned records;
  unsigned printed;
};

static int fail(const char *what, unsigned record) {
  fprintf(stderr, "frames: %s, record %u\n", what, record);
  return 2;
}

static char checkOf(const char *text, unsigned length) {
  unsigned sum = 0;
  for (unsigned i = 0; i < length; ++i)
    sum += (unsigned)(text[i] - 'a');
  return (char)('A' + sum % 4);
}

static int areLetters(const char *text, unsigned length) {
  for (unsigned i = 0; i < length; ++i)
    if (text[i] < 'a' || text[i] > 'z')
      return 0;
  return 1;
}

static unsigned readRecord(struct reader *r, const char *at) {
  unsigned length = (unsigned)(*at - '0');
  if (length > r->room)
    return 0;
  if (length == 0) /* as long as the last one */
    length = r->last;
  if (!areLetters(at + 1, length))
    return 0;
  if (at[1 + length] != checkOf(at + 1, length))
    return 0;
  memcpy(r->record, at + 1, length);
  r->last = length;
  ++r->records;
  return length + 2;
}

static unsigned makeRoom(struct reader *r, const char *at) {
  if (at[1] < '1' || at[1] > '9')
    return 0;
  unsigned room = (unsigned)(at[1] - '0');
  char *record = malloc(room);
  if (!record)
    return 0;
  free(r->record);
  r->record = record;
  r->room = room;
  return 2;
}

static unsigned print(struct reader *r) {
  if (r->records == 0 || r->printed == 3)
    return 0;
  ++r->printed;
  printf("%.*s ", (int)r->last, r->record);
  return 1;
}

static unsigned take(struct reader *r, const char *at) {
  if (*at >= '0' && *at <= '9')
    return readRecord(r, at);
  if (*at == 'R')
    return makeRoom(r, at);
  return *at == 'P' ? print(r) : 0;
}

int main(int argc, char **argv) {
  struct reader r = {NULL, ROOM, 0, 0, 0};
  if (argc != 2)
    return fail("usage: frames TEXT", 0);
  r.record = malloc(ROOM);
  if (!r.record)
    return fail("memory", 0);
  for (const char *at = argv[1]; *at;) {
    unsigned taken = take(&r, at);
    if (!taken)
      return fail("damaged", r.records + 1);
    at += taken;
  }
  printf("records: %u\n", r.records);
  free(r.record);
  return 0;
}
