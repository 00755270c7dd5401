/* Character classes and case in the C locale, and glibc's tables behind the macros of <ctype.h>. */
#include "model.h"

/* The bits of glibc's class table on a little-endian machine; the functions return the bit, as glibc's do. */
enum {
  Blank = 0x0001,
  Control = 0x0002,
  Punctuation = 0x0004,
  Alphanumeric = 0x0008,
  Upper = 0x0100,
  Lower = 0x0200,
  Alphabetic = 0x0400,
  Digit = 0x0800,
  HexDigit = 0x1000,
  Space = 0x2000,
  Printable = 0x4000,
  Graphic = 0x8000,
};

/* Outside of this range the functions read outside of glibc's table: undefined. */
#define REQUIRE_TABLE_INDEX(c)                                                                                         \
  if ((c) + 128u >= 384u)                                                                                              \
  __builtin_unreachable()

static int isBetween(int c, int first, int last) { return (unsigned)c - (unsigned)first <= (unsigned)(last - first); }
static int isLetter(int c) { return isBetween(c | 32, 'a', 'z'); }

#define CLASS_FUNCTION(name, bit, condition)                                                                           \
  int name(int c) {                                                                                                    \
    REQUIRE_TABLE_INDEX(c);                                                                                            \
    return (condition) ? bit : 0;                                                                                      \
  }

CLASS_FUNCTION(isblank, Blank, (c == ' ') | (c == '\t'))
CLASS_FUNCTION(iscntrl, Control, isBetween(c, 0, 31) | (c == 127))
CLASS_FUNCTION(isupper, Upper, isBetween(c, 'A', 'Z'))
CLASS_FUNCTION(islower, Lower, isBetween(c, 'a', 'z'))
CLASS_FUNCTION(isalpha, Alphabetic, isLetter(c))
CLASS_FUNCTION(isdigit, Digit, isBetween(c, '0', '9'))
CLASS_FUNCTION(isalnum, Alphanumeric, isLetter(c) | isBetween(c, '0', '9'))
CLASS_FUNCTION(isxdigit, HexDigit, isBetween(c, '0', '9') | isBetween(c | 32, 'a', 'f'))
CLASS_FUNCTION(isspace, Space, (c == ' ') | isBetween(c, '\t', '\r'))
CLASS_FUNCTION(isprint, Printable, isBetween(c, ' ', '~'))
CLASS_FUNCTION(isgraph, Graphic, isBetween(c, '!', '~'))
CLASS_FUNCTION(ispunct, Punctuation, isBetween(c, '!', '~') & !(isLetter(c) | isBetween(c, '0', '9')))

/* A negative char other than EOF is taken for its byte; any other int stays as it is. */
static int asByte(int c) { return isBetween(c, -128, -2) ? c + 256 : c; }

int tolower(int c) { return isBetween(c, 'A', 'Z') ? c + 32 : asByte(c); }
int toupper(int c) { return isBetween(c, 'a', 'z') ? c - 32 : asByte(c); }

int isascii(int c) { return isBetween(c, 0, 127); }
int toascii(int c) { return c & 127; }

/* The tables have entries for -128 to 255. */
#define TIMES_2(x) x, x
#define TIMES_4(x) TIMES_2(x), TIMES_2(x)
#define TIMES_5(x) TIMES_4(x), x
#define TIMES_6(x) TIMES_4(x), TIMES_2(x)
#define TIMES_7(x) TIMES_4(x), TIMES_2(x), x
#define TIMES_10(x) TIMES_5(x), TIMES_5(x)
#define TIMES_15(x) TIMES_10(x), TIMES_5(x)
#define TIMES_20(x) TIMES_10(x), TIMES_10(x)
#define TIMES_128(x) TIMES_20(x), TIMES_20(x), TIMES_20(x), TIMES_20(x), TIMES_20(x), TIMES_20(x), TIMES_4(x), TIMES_4(x)

#define VISIBLE (Printable | Graphic)
#define MARK (VISIBLE | Punctuation)
#define LETTER (VISIBLE | Alphanumeric | Alphabetic)

static const unsigned short Classes[384] = {
    TIMES_128(0),
    /* 0 to 31 */ TIMES_7(Control), TIMES_2(Control), Control | Space | Blank, TIMES_4(Control | Space),
    TIMES_10(Control), TIMES_6(Control), TIMES_2(Control),
    /* ' ' */ Printable | Space | Blank, /* to '/' */ TIMES_15(MARK),
    /* '0' */ TIMES_10(VISIBLE | Alphanumeric | Digit | HexDigit), /* ':' to '@' */ TIMES_7(MARK),
    /* 'A' */ TIMES_6(LETTER | Upper | HexDigit), TIMES_20(LETTER | Upper), /* '[' */ TIMES_6(MARK),
    /* 'a' */ TIMES_6(LETTER | Lower | HexDigit), TIMES_20(LETTER | Lower), /* '{' */ TIMES_4(MARK),
    /* 127 */ Control,
    TIMES_128(0)};

#define FROM_4(n) n, n + 1, n + 2, n + 3
#define FROM_16(n) FROM_4(n), FROM_4(n + 4), FROM_4(n + 8), FROM_4(n + 12)
#define FROM_26(n) FROM_16(n), FROM_4(n + 16), FROM_4(n + 20), n + 24, n + 25
#define FROM_64(n) FROM_16(n), FROM_16(n + 16), FROM_16(n + 32), FROM_16(n + 48)
#define FROM_128(n) FROM_64(n), FROM_64(n + 64)
#define FROM_127(n) FROM_64(n), FROM_16(n + 64), FROM_16(n + 80), FROM_16(n + 96), FROM_4(n + 112), FROM_4(n + 116), \
    FROM_4(n + 120), n + 124, n + 125, n + 126
/* From '[' to '`' and from '{' to 127. */
#define BETWEEN_CASES FROM_4('['), '_', '`'
#define BEHIND_LETTERS FROM_4('{'), 127

static const int Lowered[384] = {FROM_127(128), -1, FROM_64(0), '@', FROM_26('a'), BETWEEN_CASES, FROM_26('a'),
                                 BEHIND_LETTERS, FROM_128(128)};
static const int Raised[384] = {FROM_127(128), -1, FROM_64(0), '@', FROM_26('A'), BETWEEN_CASES, FROM_26('A'),
                                BEHIND_LETTERS, FROM_128(128)};

static const unsigned short *const ClassTable = Classes + 128;
static const int *const LowerTable = Lowered + 128;
static const int *const UpperTable = Raised + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&ClassTable; }
const int **__ctype_tolower_loc(void) { return (const int **)&LowerTable; }
const int **__ctype_toupper_loc(void) { return (const int **)&UpperTable; }
