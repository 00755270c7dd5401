/* The language of scanf formats: glibc 2.36 in the C locale. */
#include "numbers.h"
#include "scan.h"

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

enum { MostWidth = 0x7fffffff, FirstRoom = 100, OutOfRange = 34 };

struct scan {
  struct source *in;
  const char *at; /* in the format */
  va_list *list;
  enum standard standard;
  int skipSpace; /* the format had white space here */
  int done;
};

struct directive {
  int suppressed, allocated;
  int position;
  int width; /* negative: none */
  enum length length;
  char letter;
};

/* The next pointer, or the one with this number. */
static void *target(struct scan *s, const struct directive *d) {
  if (!d->position)
    return va_arg(*s->list, void *);
  va_list copy;
  va_copy(copy, *s->list);
  void *result = NULL;
  for (int i = 0; i < d->position; i++)
    result = va_arg(copy, void *);
  va_end(copy);
  return result;
}

static void skipSpaces(struct source *in) {
  do
    nextCharacter(in);
  while (in->current != EndOfFile && isSpaceByte(in->current));
  giveBack(in);
}

/* Before a directive glibc takes care of the error number, and forgets what it was where the input ends here. */
static void skipSpacesBefore(struct source *in) {
  if (in->current == EndOfFile)
    return;
  int error = *__errno_location();
  *__errno_location() = 0;
  skipSpaces(in);
  *__errno_location() = error;
}

static int digitOf(int c) {
  int letter = (c | 32) - 'a';
  return c - '0' + 0u < 10u ? c - '0' : letter + 0u < 6u ? letter + 10 : 99;
}

static int mayGoOn(const struct source *in, int width) { return in->current != EndOfFile && width != 0; }

/* Reads one more and takes one off the width. */
static void step(struct source *in, int *width) {
  if (*width > 0)
    --*width;
  nextCharacter(in);
}

/* "(nil)" stands for a pointer, too. The parenthesis has been read. */
static int isNil(struct source *in) {
  const char rest[] = "nil)";
  for (int i = 0; i < 4; i++)
    if ((nextCharacter(in) | 32) != (rest[i] | 32))
      return 0;
  return 1;
}

struct integer {
  uint64_t value;
  int base, isSigned, isPointer, mayBeBinary;
};

static enum outcome scanInteger(struct source *in, int width, struct integer *number) {
  if (nextCharacter(in) == EndOfFile)
    return NoInput;
  int negative = in->current == '-', base = number->base;
  size_t digits = 0;
  int signs = negative || in->current == '+';
  if (signs)
    step(in, &width);
  if (width != 0 && in->current == '0') {
    step(in, &width);
    digits++;
    if (width != 0 && (in->current | 32) == 'x') {
      if (!base)
        base = 16;
      if (base == 16)
        step(in, &width);
    } else if (width != 0 && number->mayBeBinary && (in->current | 32) == 'b' && (!base || base == 2)) {
      base = 2;
      step(in, &width);
    } else if (!base) {
      base = 8;
    }
  }
  if (!base)
    base = 10;
  uint64_t value = 0, limit = number->isSigned ? (~0ul >> 1) + negative : ~0ul;
  int overflow = 0;
  while (mayGoOn(in, width) && digitOf(in->current) < base) {
    uint64_t digit = digitOf(in->current);
    if (digits >= 12 && (overflow || value > (limit - digit) / base))
      overflow = 1;
    else
      value = value * base + digit;
    digits++;
    step(in, &width);
  }
  number->value = 0;
  if (!digits) {
    if (number->isPointer && !signs && (width < 0 || width >= 5) && in->current == '(')
      return isNil(in) ? Converted : NoMatch;
    giveBack(in);
    return NoMatch;
  }
  giveBack(in);
  if (overflow)
    vernier_model_setErrorNumber(OutOfRange);
  number->value = overflow ? limit : negative ? -value : value;
  return Converted;
}

static void storeInteger(void *to, enum length length, uint64_t value) {
  if (length >= IsLong)
    *(uint64_t *)to = value;
  else if (length == IsInt)
    *(unsigned *)to = value;
  else if (length == IsShort)
    *(unsigned short *)to = value;
  else
    *(byte *)to = value;
}

static enum outcome integerDirective(struct scan *s, const struct directive *d) {
  char c = d->letter;
  struct integer number = {0, 10, (c == 'd') | (c == 'i'), c == 'p', s->standard == C23};
  if (c == 'i')
    number.base = 0;
  else if (c == 'b')
    number.base = 2;
  else if (c == 'o')
    number.base = 8;
  else if (c == 'x' || c == 'X' || c == 'p')
    number.base = 16;
  enum outcome result = scanInteger(s->in, d->width, &number);
  if (result != Converted || d->suppressed)
    return result;
  storeInteger(target(s, d), c == 'p' ? IsLong : d->length, number.value);
  s->done++;
  return Converted;
}

static enum outcome storeFloat(struct scan *s, const struct directive *d, const char *text) {
  char *end;
  if (d->length == IsLongDouble) {
    long double value = vernier_model_parseLongDouble(text, &end);
    if (end != text && !d->suppressed)
      *(long double *)target(s, d) = value;
  } else if (d->length == IsLong) {
    double value = vernier_model_parseDouble(text, &end);
    if (end != text && !d->suppressed)
      *(double *)target(s, d) = value;
  } else {
    float value = vernier_model_parseFloat(text, &end);
    if (end != text && !d->suppressed)
      *(float *)target(s, d) = value;
  }
  if (end == text)
    return NoMatch;
  s->done += !d->suppressed;
  return Converted;
}

static enum outcome floatDirective(struct scan *s, const struct directive *d) {
  struct numberText text;
  enum outcome result = vernier_model_scanFloat(s->in, d->width, &text);
  if (result == Converted)
    result = storeFloat(s, d, text.memory);
  if (text.memory != text.local)
    free(text.memory);
  return result;
}

/* Characters that go somewhere: nowhere, to memory, or to memory that grows; as bytes or as wide characters. */
struct collector {
  char *memory;
  char **place; /* of memory that grows */
  size_t count, room, size;
};

static enum outcome beginCollecting(struct scan *s, const struct directive *d, struct collector *c) {
  c->memory = NULL;
  c->place = NULL;
  c->count = 0;
  c->room = ~0ul;
  c->size = d->length == IsLong ? 4 : 1;
  if (d->suppressed)
    return Converted;
  c->memory = target(s, d);
  if (!d->allocated)
    return Converted;
  c->place = (char **)c->memory;
  c->room = FirstRoom;
  c->memory = *c->place = malloc(c->room * c->size);
  return c->memory ? Converted : NoRoom;
}

static enum outcome put(struct collector *c, int character) {
  if (!c->memory)
    return Converted;
  if (c->count == c->room) {
    char *larger = realloc(c->memory, 2 * c->room * c->size);
    if (!larger)
      return NoRoom;
    c->memory = *c->place = larger;
    c->room *= 2;
  }
  if (c->size == 1)
    c->memory[c->count++] = character;
  else if (character > 127)
    return BadCharacter;
  else
    ((int *)c->memory)[c->count++] = character;
  return Converted;
}

/* `ended`: with a zero behind. A directive that failed leaves nothing allocated. */
static enum outcome endCollecting(struct scan *s, struct collector *c, enum outcome result, int ended) {
  if (result == Converted && ended)
    result = put(c, 0);
  if (c->place && result != Converted) {
    free(c->memory);
    *c->place = NULL;
  } else if (c->place) {
    char *exact = realloc(c->memory, c->count * c->size);
    if (exact)
      *c->place = exact;
  }
  if (result == Converted && c->memory)
    s->done++;
  return result;
}

static enum outcome characterDirective(struct scan *s, const struct directive *d) {
  struct collector c;
  int width = d->width < 0 ? 1 : d->width;
  enum outcome result = beginCollecting(s, d, &c);
  if (result == Converted && nextCharacter(s->in) == EndOfFile)
    result = NoInput;
  while (result == Converted) {
    result = put(&c, s->in->current);
    if (--width <= 0 || nextCharacter(s->in) == EndOfFile)
      break;
  }
  return endCollecting(s, &c, result, 0);
}

static enum outcome wordDirective(struct scan *s, const struct directive *d) {
  struct collector c;
  int width = d->width;
  enum outcome result = beginCollecting(s, d, &c);
  if (result == Converted && nextCharacter(s->in) == EndOfFile)
    result = NoInput;
  while (result == Converted) {
    if (isSpaceByte(s->in->current)) {
      giveBack(s->in);
      break;
    }
    result = put(&c, s->in->current);
    if ((width > 0 && --width == 0) || nextCharacter(s->in) == EndOfFile)
      break;
  }
  return endCollecting(s, &c, result, 1);
}

/* Reads a set up to its bracket; 0 if there is none. */
static int readSet(struct scan *s, byte *members, int *excluded) {
  for (int i = 0; i < 256; i++)
    members[i] = 0;
  *excluded = *s->at == '^';
  s->at += *excluded;
  if (*s->at == ']' || *s->at == '-')
    members[(byte)*s->at++] = 1;
  for (;;) {
    byte c = *s->at;
    if (!c)
      return 0;
    s->at++;
    if (c == ']')
      return 1;
    byte before = s->at[-2], behind = *s->at;
    if (c == '-' && behind && behind != ']' && before <= behind)
      for (int i = before; i < behind; i++)
        members[i] = 1;
    else
      members[c] = 1;
  }
}

static enum outcome setDirective(struct scan *s, const struct directive *d) {
  byte members[256];
  int excluded, width = d->width < 0 ? MostWidth : d->width;
  struct collector c;
  enum outcome result = beginCollecting(s, d, &c);
  if (!readSet(s, members, &excluded))
    result = NoMatch;
  int64_t before = s->in->count;
  if (result == Converted && nextCharacter(s->in) == EndOfFile)
    result = NoInput;
  while (result == Converted) {
    if (members[s->in->current] == excluded) {
      giveBack(s->in);
      break;
    }
    result = put(&c, s->in->current);
    if (--width <= 0 || nextCharacter(s->in) == EndOfFile)
      break;
  }
  if (result == Converted && s->in->count == before)
    result = NoMatch;
  return endCollecting(s, &c, result, 1);
}

/* The character of the format itself. */
static enum outcome literal(struct scan *s, char wanted) {
  if (nextCharacter(s->in) == EndOfFile)
    return NoInput;
  while (s->skipSpace && isSpaceByte(s->in->current))
    if (nextCharacter(s->in) == EndOfFile)
      return NoInput;
  s->skipSpace = 0;
  if (s->in->current == (byte)wanted)
    return Converted;
  giveBack(s->in);
  return NoMatch;
}

static int readNumber(struct scan *s) {
  int64_t value = 0;
  while ((byte)(*s->at - '0') < 10) {
    value = value * 10 + (*s->at++ - '0');
    if (value > MostWidth)
      value = MostWidth;
  }
  return value;
}

static void readLength(struct scan *s, struct directive *d) {
  char c = *s->at;
  if (c == 'h') {
    s->at++;
    d->length = *s->at == 'h' ? IsChar : IsShort;
    s->at += *s->at == 'h';
  } else if (c == 'l') {
    s->at++;
    d->length = *s->at == 'l' ? IsLongDouble : IsLong;
    s->at += *s->at == 'l';
  } else if (c == 'j' || c == 'z' || c == 'Z' || c == 't') {
    s->at++;
    d->length = IsLong;
  } else if (c == 'L' || c == 'q') {
    s->at++;
    d->length = IsLongDouble;
  } else if (c == 'm' || (c == 'a' && s->standard == BeforeC99 && (s->at[1] == 's' || s->at[1] == 'S' || s->at[1] == '['))) {
    s->at++;
    d->allocated = 1;
    if (c == 'm' && *s->at == 'l') {
      s->at++;
      d->length = IsLong;
    }
  }
}

static void readDirective(struct scan *s, struct directive *d) {
  d->width = -1;
  if ((byte)(*s->at - '0') < 10) {
    int number = readNumber(s);
    if (*s->at == '$') {
      s->at++;
      d->position = number;
    } else {
      d->width = number ? number : -1;
    }
  }
  if (d->width < 0) {
    for (; *s->at == '*' || *s->at == '\'' || *s->at == 'I'; s->at++)
      d->suppressed |= *s->at == '*';
    int width = (byte)(*s->at - '0') < 10 ? readNumber(s) : 0;
    d->width = width ? width : -1;
  }
  readLength(s, d);
  d->letter = *s->at;
  if (d->letter)
    s->at++;
  if (d->letter == 'C' || d->letter == 'S') {
    d->length = IsLong;
    d->letter += 32;
  }
}

static enum outcome directive(struct scan *s) {
  struct directive d = {0};
  readDirective(s, &d);
  char c = d.letter;
  if (!c)
    return NoMatch;
  if (s->skipSpace || (c != '[' && c != 'c' && c != 'n'))
    skipSpacesBefore(s->in);
  s->skipSpace = 0;
  if (c == 'b' && s->standard != C23)
    return NoMatch;
  switch (c) {
  case '%':
    return literal(s, '%');
  case 'n':
    if (!d.suppressed)
      storeInteger(target(s, &d), d.length, s->in->count);
    return Converted;
  case 'c':
    return characterDirective(s, &d);
  case 's':
    return wordDirective(s, &d);
  case '[':
    return setDirective(s, &d);
  case 'b':
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
    return integerDirective(s, &d);
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return floatDirective(s, &d);
  }
  return NoMatch;
}

int vernier_model_scan(struct source *in, const char *format, va_list *list, enum standard standard) {
  struct scan s = {in, format, list, standard, 0, 0};
  enum outcome result = Converted;
  while (*s.at && result == Converted) {
    char c = *s.at++;
    if (c == '%')
      result = directive(&s);
    else if (isSpaceByte(c))
      s.skipSpace = 1;
    else
      result = literal(&s, c);
  }
  if (result == Converted && s.skipSpace)
    skipSpaces(in);
  if (result == BadCharacter)
    vernier_model_setErrorNumber(IllegalSequence);
  if (result == NoInput || result == NoRoom)
    return s.done ? s.done : EndOfFile;
  return s.done;
}
