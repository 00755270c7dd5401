/* Which characters belong to a floating-point number. Its value is left to the C library. */
#include "scan.h"

void *malloc(size_t);
void *realloc(void *, size_t);

static int add(struct numberText *text, int c) {
  if (text->count == text->room) {
    size_t larger = 2 * text->room;
    char *memory = realloc(text->memory == text->local ? NULL : text->memory, larger);
    if (!memory)
      return 0;
    if (text->memory == text->local)
      __builtin_memcpy(memory, text->local, text->count);
    text->memory = memory;
    text->room = larger;
  }
  text->memory[text->count++] = c;
  return 1;
}

/* Reads one more if the width allows it. */
static int more(struct source *in, int *width) {
  if (!*width || nextCharacter(in) == EndOfFile)
    return 0;
  if (*width > 0)
    --*width;
  return 1;
}

/* Reads one more in any case. */
static void step(struct source *in, int *width) {
  nextCharacter(in);
  if (*width > 0)
    --*width;
}

/* The rest of a word whose first letter has been read and fits. */
static enum outcome word(struct source *in, int *width, struct numberText *text, const char *letters) {
  add(text, in->current);
  for (size_t i = 1; letters[i]; i++) {
    if (!more(in, width) || (in->current | 32) != letters[i])
      return NoMatch;
    add(text, in->current);
  }
  return Converted;
}

static enum outcome infinity(struct source *in, int *width, struct numberText *text) {
  enum outcome result = word(in, width, text, "inf");
  if (result != Converted || !more(in, width))
    return result;
  if ((in->current | 32) == 'i')
    return word(in, width, text, "inity");
  giveBack(in);
  return Converted;
}

static int isDigit(int c) { return (unsigned)c - '0' < 10u; }
static int isHexLetter(int c) { return ((unsigned)c | 32) - 'a' < 6u; }

/* Digits, point and exponent, from the current character on. */
static void digits(struct source *in, int *width, struct numberText *text, int hex, int gotDigit) {
  int gotPoint = 0, gotExponent = 0;
  char exponent = hex ? 'p' : 'e';
  do {
    int c = in->current;
    if (isDigit(c) || (hex && !gotExponent && isHexLetter(c))) {
      gotDigit = 1;
    } else if (gotExponent && text->memory[text->count - 1] == exponent && (c == '-' || c == '+')) {
    } else if (gotDigit && !gotExponent && (c | 32) == exponent) {
      gotExponent = gotPoint = 1;
      c = exponent;
    } else if (!gotPoint && c == '.') {
      gotPoint = 1;
    } else {
      giveBack(in);
      return;
    }
    if (!add(text, c))
      return;
  } while (more(in, width));
}

static enum outcome number(struct source *in, int *width, struct numberText *text) {
  int signs = in->current == '-' || in->current == '+', hex = 0, zero = 0;
  if (signs) {
    add(text, in->current);
    if (!more(in, width))
      return NoMatch;
  }
  if ((in->current | 32) == 'n')
    return word(in, width, text, "nan");
  if ((in->current | 32) == 'i')
    return infinity(in, width, text);
  if (*width != 0 && in->current == '0') {
    add(text, '0');
    zero = 1;
    step(in, width);
    if (*width != 0 && (in->current | 32) == 'x') {
      add(text, in->current);
      hex = 1;
      zero = 0;
      step(in, width);
    }
  }
  if (in->current == EndOfFile)
    return hex ? NoMatch : Converted;
  digits(in, width, text, hex, zero);
  size_t nothing = signs + (hex ? 2 : 0);
  return text->count == nothing ? NoMatch : Converted;
}

enum outcome vernier_model_scanFloat(struct source *in, int width, struct numberText *text) {
  text->memory = text->local;
  text->count = 0;
  text->room = sizeof text->local;
  if (nextCharacter(in) == EndOfFile)
    return NoInput;
  if (width > 0)
    width--;
  enum outcome result = number(in, &width, text);
  return add(text, 0) ? result : NoRoom;
}
