/* Divides standard input into the tokens of a small language, and prints each on a line of its own: where it begins,
 * what it is, and its text.
 *
 *   name       a letter or an underscore, then letters, underscores, digits; some of them are keywords
 *   number     decimal (12, 1.5, 2e3, 2e-3), octal (017), hexadecimal (0x1F); `1.` is a number and a dot
 *   string     between double quotes, on one line; a backslash takes the next byte with it
 *   character  one byte, or a backslash and one byte, between single quotes
 *   operator   the longest one that fits
 *   comment    from # to the end of the line, and between (* and *); nothing is printed
 *
 * Ends with 1 if something was no token, with 2 if there was too much to read, else with 0.
 *
 * Tokens are found by tables: from a state, a class of bytes leads to the next state. The last state in which a token
 * may end decides; what was read beyond it is read again. */
#include <stdio.h>
#include <string.h>

#define MOST_TEXT 2000

enum byteClass {
  OTHER,
  BLANK,
  NEWLINE,
  LETTER,   /* that is no digit of any kind */
  LETTER_E, /* also begins an exponent */
  LETTER_X,
  HEX_LETTER, /* a to f but e */
  ZERO,
  OCTAL,
  NINE, /* 8 and 9 */
  DOT,
  SIGN,
  QUOTE,
  APOSTROPHE,
  BACKSLASH,
  HASH,
  LESS,
  GREATER,
  EQUALS,
  OPEN,
  CLOSE,
  STAR,
  BYTE_CLASSES
};

static const unsigned char classes[256] = {
    [' '] = BLANK,
    ['\t'] = BLANK,
    ['\n'] = NEWLINE,
    ['_'] = LETTER,
    ['a' ... 'd'] = HEX_LETTER,
    ['e'] = LETTER_E,
    ['f'] = HEX_LETTER,
    ['g' ... 'w'] = LETTER,
    ['x'] = LETTER_X,
    ['y' ... 'z'] = LETTER,
    ['A' ... 'D'] = HEX_LETTER,
    ['E'] = LETTER_E,
    ['F'] = HEX_LETTER,
    ['G' ... 'W'] = LETTER,
    ['X'] = LETTER_X,
    ['Y' ... 'Z'] = LETTER,
    ['0'] = ZERO,
    ['1' ... '7'] = OCTAL,
    ['8' ... '9'] = NINE,
    ['.'] = DOT,
    ['+'] = SIGN,
    ['-'] = SIGN,
    ['"'] = QUOTE,
    ['\''] = APOSTROPHE,
    ['\\'] = BACKSLASH,
    ['#'] = HASH,
    ['<'] = LESS,
    ['>'] = GREATER,
    ['='] = EQUALS,
    ['('] = OPEN,
    [')'] = CLOSE,
    ['*'] = STAR,
};

enum state {
  UNSAID, /* `otherwise` says it */
  STOP,   /* no token goes on */
  START,
  IN_BLANKS,
  AT_NEWLINE,
  IN_NAME,
  AT_ZERO,
  IN_OCTAL,
  IN_DECIMAL,
  AT_POINT,
  IN_FRACTION,
  AT_EXPONENT,
  AT_EXPONENT_SIGN,
  IN_EXPONENT,
  AT_X,
  IN_HEX,
  IN_STRING,
  IN_STRING_ESCAPE,
  BEHIND_STRING,
  AT_CHARACTER,
  IN_CHARACTER_ESCAPE,
  IN_CHARACTER,
  BEHIND_CHARACTER,
  AT_SIGN,
  AT_LESS,
  AT_GREATER,
  AT_SHIFT,
  AT_EQUALS,
  AT_LAST, /* of an operator that nothing makes longer */
  AT_OPEN,
  AT_STAR,
  IN_LINE_COMMENT,
  IN_COMMENT,
  AT_COMMENT_STAR,
  BEHIND_COMMENT,
  STATES
};

#define LETTERS(state) [LETTER] = (state), [LETTER_E] = (state), [LETTER_X] = (state), [HEX_LETTER] = (state)
#define DIGITS(state) [ZERO] = (state), [OCTAL] = (state), [NINE] = (state)

static const unsigned char next[STATES][BYTE_CLASSES] = {
    [START] = {LETTERS(IN_NAME), [ZERO] = AT_ZERO, [OCTAL] = IN_DECIMAL, [NINE] = IN_DECIMAL, [BLANK] = IN_BLANKS,
               [NEWLINE] = AT_NEWLINE, [DOT] = AT_LAST, [SIGN] = AT_SIGN, [QUOTE] = IN_STRING,
               [APOSTROPHE] = AT_CHARACTER, [HASH] = IN_LINE_COMMENT, [LESS] = AT_LESS, [GREATER] = AT_GREATER,
               [EQUALS] = AT_EQUALS, [OPEN] = AT_OPEN, [STAR] = AT_STAR},
    [IN_BLANKS] = {[BLANK] = IN_BLANKS},
    [IN_NAME] = {LETTERS(IN_NAME), DIGITS(IN_NAME)},
    [AT_ZERO] = {[ZERO] = IN_OCTAL, [OCTAL] = IN_OCTAL, [DOT] = AT_POINT, [LETTER_E] = AT_EXPONENT, [LETTER_X] = AT_X},
    [IN_OCTAL] = {[ZERO] = IN_OCTAL, [OCTAL] = IN_OCTAL},
    [IN_DECIMAL] = {DIGITS(IN_DECIMAL), [DOT] = AT_POINT, [LETTER_E] = AT_EXPONENT},
    [AT_POINT] = {DIGITS(IN_FRACTION)},
    [IN_FRACTION] = {DIGITS(IN_FRACTION), [LETTER_E] = AT_EXPONENT},
    [AT_EXPONENT] = {DIGITS(IN_EXPONENT), [SIGN] = AT_EXPONENT_SIGN},
    [AT_EXPONENT_SIGN] = {DIGITS(IN_EXPONENT)},
    [IN_EXPONENT] = {DIGITS(IN_EXPONENT)},
    [AT_X] = {DIGITS(IN_HEX), [HEX_LETTER] = IN_HEX, [LETTER_E] = IN_HEX},
    [IN_HEX] = {DIGITS(IN_HEX), [HEX_LETTER] = IN_HEX, [LETTER_E] = IN_HEX},
    [IN_STRING] = {[NEWLINE] = STOP, [BACKSLASH] = IN_STRING_ESCAPE, [QUOTE] = BEHIND_STRING},
    [IN_STRING_ESCAPE] = {[NEWLINE] = STOP},
    [AT_CHARACTER] = {[NEWLINE] = STOP, [APOSTROPHE] = STOP, [BACKSLASH] = IN_CHARACTER_ESCAPE},
    [IN_CHARACTER_ESCAPE] = {[NEWLINE] = STOP},
    [IN_CHARACTER] = {[APOSTROPHE] = BEHIND_CHARACTER},
    [AT_SIGN] = {[EQUALS] = AT_LAST},
    [AT_LESS] = {[LESS] = AT_SHIFT, [EQUALS] = AT_LAST, [GREATER] = AT_LAST},
    [AT_GREATER] = {[GREATER] = AT_SHIFT, [EQUALS] = AT_LAST},
    [AT_SHIFT] = {[EQUALS] = AT_LAST},
    [AT_EQUALS] = {[EQUALS] = AT_LAST},
    [AT_OPEN] = {[STAR] = IN_COMMENT},
    [AT_STAR] = {[EQUALS] = AT_LAST},
    [IN_LINE_COMMENT] = {[NEWLINE] = STOP},
    [IN_COMMENT] = {[STAR] = AT_COMMENT_STAR},
    [AT_COMMENT_STAR] = {[STAR] = AT_COMMENT_STAR, [CLOSE] = BEHIND_COMMENT},
};

/* Where all other classes lead to; nowhere, if that is not said either. */
static const unsigned char otherwise[STATES] = {
    [IN_STRING] = IN_STRING,
    [IN_STRING_ESCAPE] = IN_STRING,
    [AT_CHARACTER] = IN_CHARACTER,
    [IN_COMMENT] = IN_COMMENT,
    [IN_CHARACTER_ESCAPE] = IN_CHARACTER,
    [AT_COMMENT_STAR] = IN_COMMENT,
    [IN_LINE_COMMENT] = IN_LINE_COMMENT,
};

enum kind { NO_TOKEN, SILENT, NAME, KEYWORD, DECIMAL, OCTAL_NUMBER, HEX_NUMBER, REAL, STRING, CHARACTER, OPERATOR };

static const char *const kindNames[] = {"error", "",     "name",   "keyword",   "decimal", "octal",
                                        "hex",   "real", "string", "character", "operator"};

/* What ends in a state. */
static const unsigned char accepted[STATES] = {
    [IN_BLANKS] = SILENT,      [AT_NEWLINE] = SILENT,    [IN_NAME] = NAME,      [AT_ZERO] = DECIMAL,
    [IN_OCTAL] = OCTAL_NUMBER, [IN_DECIMAL] = DECIMAL,   [IN_FRACTION] = REAL,  [IN_EXPONENT] = REAL,
    [IN_HEX] = HEX_NUMBER,     [BEHIND_STRING] = STRING, [AT_SIGN] = OPERATOR,  [BEHIND_CHARACTER] = CHARACTER,
    [AT_LESS] = OPERATOR,      [AT_GREATER] = OPERATOR,  [AT_SHIFT] = OPERATOR, [AT_EQUALS] = OPERATOR,
    [AT_LAST] = OPERATOR,      [AT_OPEN] = OPERATOR,     [AT_STAR] = OPERATOR,  [IN_LINE_COMMENT] = SILENT,
    [BEHIND_COMMENT] = SILENT,
};

static const char *const keywords[] = {"do", "end", "if", "or"};

static unsigned char text[MOST_TEXT];
static int length;
static int line = 1, column = 1;
static int errors;

/* Returns 0 if there is more than fits. */
static int readText(void) {
  int byte;
  while ((byte = getchar()) != EOF) {
    if (length == MOST_TEXT)
      return 0;
    text[length++] = (unsigned char)byte;
  }
  return 1;
}

/* Where a byte leads to from a state. */
static int step(int state, unsigned char byte) {
  int to = next[state][classes[byte]];
  if (to == UNSAID)
    to = otherwise[state];
  return to == UNSAID ? STOP : to;
}

static int isKeyword(int from, int size) {
  for (int k = 0; k < (int)(sizeof keywords / sizeof *keywords); ++k) {
    if ((int)strlen(keywords[k]) == size && memcmp(keywords[k], text + from, (size_t)size) == 0)
      return 1;
  }
  return 0;
}

/* The longest token from a position on: what it is; its size comes back, too. */
static enum kind longest(int from, int *size) {
  enum kind best = NO_TOKEN;
  int state = START;
  *size = 1;
  for (int at = from; at < length; ++at) {
    state = step(state, text[at]);
    if (state == STOP)
      break;
    if (accepted[state] != NO_TOKEN) {
      best = accepted[state];
      *size = at - from + 1;
    }
  }
  if (best == NAME && isKeyword(from, *size))
    best = KEYWORD;
  return best;
}

static void print(enum kind kind, int from, int size) {
  printf("%d:%d %s ", line, column, kindNames[kind]);
  for (int at = from; at < from + size; ++at) {
    if (text[at] < ' ' || text[at] > '~')
      printf("\\%o", text[at]);
    else
      putchar(text[at]);
  }
  putchar('\n');
}

/* Where the byte behind a token stands. */
static void advance(int from, int size) {
  for (int at = from; at < from + size; ++at) {
    if (text[at] == '\n') {
      ++line;
      column = 1;
    } else if (text[at] == '\t') {
      column += 8 - (column - 1) % 8;
    } else {
      ++column;
    }
  }
}

int main(void) {
  if (!readText())
    return 2;
  int size;
  for (int from = 0; from < length; from += size) {
    enum kind kind = longest(from, &size);
    if (kind == NO_TOKEN)
      ++errors;
    if (kind != SILENT)
      print(kind, from, size);
    advance(from, size);
  }
  return errors > 0;
}
