/* Replaces the parts of a text of bytes that match a pattern.
 *
 * In a pattern:
 *   .              any byte but a newline
 *   [a-cx] [^a-c]  one of these bytes; any other one but a newline. A set ends at `]` (which stands for itself in the
 *                  first place), or with the pattern
 *   ^ $            at the beginning of an alternative, at its end: where a line begins, where it ends
 *   * + ? {2} {2,} {2,4}  how often what stands before it comes in a row, as often as possible
 *   |              between alternatives; the first one that matches counts
 *   \d \w \s \b    digit, byte of a word, white space; where a word begins or ends
 *   \i             from here on, case does not matter
 * In a replacement:
 *   &              the match
 *   \u \l \r       the match in upper case, in lower case, from back to front
 *   \#             the number of the match, from 1 on
 * In both: \n, \t, \x41 and a backslash in front of anything else, which then stands for itself. */
#include <stdio.h>
#include <string.h>

#define MOST_PIECES 200
#define MOST_RANGES 200
#define MOST_BRANCHES 40
#define MOST_PARTS 200
#define MOST_TEXT 8000
#define MOST_REPEATS 99 /* that can be asked for */
#define ENDLESS -1
#define NOWHERE -1

enum problem {
  FINE,
  TOO_LONG,
  OPEN_ESCAPE,
  BAD_CODE,
  EMPTY_SET,
  BAD_RANGE,
  NOTHING_TO_REPEAT,
  BAD_COUNT,
};

static const char *const messages[] = {
    "nothing is wrong",
    "it is too long",
    "nothing stands behind the last backslash",
    "\\x needs two hexadecimal digits",
    "a set has no members",
    "a range of bytes needs two of them, the smaller one first",
    "nothing stands there that could be repeated",
    "a count is a number up to 99, or two with a comma, the smaller one first",
};

enum kind { BYTE, ANY, SET, LINE_BEGIN, LINE_END, WORD_EDGE };

/* Of a pattern: what matches one byte, `least` to `most` times in a row, or what holds between two bytes. */
struct piece {
  enum kind kind;
  unsigned char byte;        /* of BYTE */
  int negated;               /* of SET */
  int firstRange, rangesEnd; /* of SET */
  int folded;                /* case does not matter */
  int least, most;
};

struct range {
  unsigned char from, to;
};

/* An alternative of a pattern. */
struct branch {
  int firstPiece, piecesEnd;
};

enum source { GIVEN, MATCH, UPPER_MATCH, LOWER_MATCH, REVERSED_MATCH, NUMBER };

/* Of a replacement. */
struct part {
  enum source source;
  unsigned char byte; /* of GIVEN */
};

static struct piece pieces[MOST_PIECES];
static struct range ranges[MOST_RANGES];
static struct branch branches[MOST_BRANCHES];
static struct part parts[MOST_PARTS];
static int pieceCount, rangeCount, branchCount, partCount;

static int foldAlways; /* an option of the program */

static const char *cursor;   /* what is left to read of a pattern or a replacement */
static enum problem problem; /* the first one that was found */
static int folding;          /* \i was read */

static const unsigned char *subject;
static int subjectLength;

/* ---- bytes ---- */

static int isDigit(int byte) {
  return byte >= '0' && byte <= '9';
}

static int isUpper(int byte) {
  return byte >= 'A' && byte <= 'Z';
}

static int isLower(int byte) {
  return byte >= 'a' && byte <= 'z';
}

static int isOfWord(int byte) {
  return isDigit(byte) || isUpper(byte) || isLower(byte) || byte == '_';
}

static int toUpper(int byte) {
  return isLower(byte) ? byte - 'a' + 'A' : byte;
}

static int toLower(int byte) {
  return isUpper(byte) ? byte - 'A' + 'a' : byte;
}

/* The value of a hexadecimal digit, or a negative number. */
static int digitValue(int byte) {
  if (isDigit(byte))
    return byte - '0';
  if (byte >= 'a' && byte <= 'f')
    return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F')
    return byte - 'A' + 10;
  return -1;
}

/* ---- reading what patterns and replacements share ---- */

static int fail(enum problem found) {
  if (problem == FINE)
    problem = found;
  return 0;
}

/* The byte with the code that two digits give, or a negative number. */
static int readCode(void) {
  int high = digitValue(cursor[0]);
  int low = high < 0 ? -1 : digitValue(cursor[1]);
  if (low < 0) {
    fail(BAD_CODE);
    return -1;
  }
  cursor += 2;
  return high * 16 + low;
}

/* The byte that an escape stands for, from behind its backslash on, or a negative number. */
static int readEscaped(void) {
  if (*cursor == '\0') {
    fail(OPEN_ESCAPE);
    return -1;
  }
  int byte = (unsigned char)*cursor++;
  if (byte == 'n')
    return '\n';
  if (byte == 't')
    return '\t';
  if (byte == 'x')
    return readCode();
  return byte;
}

/* ---- reading a pattern ---- */

static struct piece *addPiece(enum kind kind) {
  if (pieceCount == MOST_PIECES) {
    fail(TOO_LONG);
    return NULL;
  }
  struct piece *added = &pieces[pieceCount++];
  added->kind = kind;
  added->byte = 0;
  added->negated = 0;
  added->firstRange = rangeCount;
  added->rangesEnd = rangeCount;
  added->folded = folding;
  added->least = 1;
  added->most = 1;
  return added;
}

static int addByte(int byte) {
  struct piece *added = addPiece(BYTE);
  if (!added)
    return 0;
  added->byte = byte;
  return 1;
}

static int addRange(int from, int to) {
  if (from > to)
    return fail(BAD_RANGE);
  if (rangeCount == MOST_RANGES)
    return fail(TOO_LONG);
  ranges[rangeCount].from = from;
  ranges[rangeCount].to = to;
  rangeCount++;
  return 1;
}

static int isClass(int letter) {
  return letter == 'd' || letter == 'w' || letter == 's';
}

static int addClass(int letter) {
  if (letter == 'd')
    return addRange('0', '9');
  if (letter == 's')
    return addRange('\t', '\r') && addRange(' ', ' ');
  return addRange('0', '9') && addRange('A', 'Z') && addRange('_', '_') && addRange('a', 'z');
}

/* One byte of a set, or an end of a range in it; or a negative number. */
static int readMember(void) {
  if (*cursor == '\\') {
    cursor++;
    return readEscaped();
  }
  return (unsigned char)*cursor++;
}

static int readRange(void) {
  if (cursor[0] == '\\' && isClass(cursor[1])) {
    cursor += 2;
    return addClass(cursor[-1]);
  }
  int from = readMember();
  if (from < 0)
    return 0;
  if (cursor[0] != '-' || cursor[1] == ']' || cursor[1] == '\0')
    return addRange(from, from);
  cursor++;
  if (cursor[0] == '\\' && isClass(cursor[1]))
    return fail(BAD_RANGE);
  int to = readMember();
  return to >= 0 && addRange(from, to);
}

/* From behind the bracket on. */
static int readSet(void) {
  struct piece *set = addPiece(SET);
  if (!set)
    return 0;
  if (*cursor == '^') {
    set->negated = 1;
    cursor++;
  }
  if (*cursor == '\0')
    return fail(EMPTY_SET);
  do {
    if (!readRange())
      return 0;
  } while (*cursor != ']' && *cursor != '\0');
  set->rangesEnd = rangeCount;
  if (*cursor == ']')
    cursor++;
  return 1;
}

/* From behind the backslash on. */
static int readPatternEscape(void) {
  if (*cursor == 'i') {
    cursor++;
    folding = 1;
    return 1;
  }
  if (*cursor == 'b') {
    cursor++;
    return addPiece(WORD_EDGE) != NULL;
  }
  if (isClass(*cursor)) {
    struct piece *set = addPiece(SET);
    if (!set || !addClass(*cursor++))
      return 0;
    set->rangesEnd = rangeCount;
    return 1;
  }
  int byte = readEscaped();
  return byte >= 0 && addByte(byte);
}

static int endsBranch(int byte) {
  return byte == '\0' || byte == '|';
}

static int readPiece(int isFirst) {
  int byte = (unsigned char)*cursor++;
  switch (byte) {
  case '.':
    return addPiece(ANY) != NULL;
  case '[':
    return readSet();
  case '\\':
    return readPatternEscape();
  case '^':
    return isFirst ? addPiece(LINE_BEGIN) != NULL : addByte(byte);
  case '$':
    return endsBranch(*cursor) ? addPiece(LINE_END) != NULL : addByte(byte);
  case '*':
  case '+':
  case '?':
  case '{':
    return fail(NOTHING_TO_REPEAT);
  default:
    return addByte(byte);
  }
}

static int readNumber(void) {
  int value = 0;
  if (!isDigit(*cursor)) {
    fail(BAD_COUNT);
    return -1;
  }
  while (isDigit(*cursor)) {
    value = 10 * value + (*cursor++ - '0');
    if (value > MOST_REPEATS) {
      fail(BAD_COUNT);
      return -1;
    }
  }
  return value;
}

/* A count in braces, from behind the first one on. */
static int readCount(struct piece *repeated) {
  repeated->least = repeated->most = readNumber();
  if (repeated->least < 0)
    return 0;
  if (*cursor == ',') {
    cursor++;
    repeated->most = *cursor == '}' ? ENDLESS : readNumber();
  }
  if (problem != FINE)
    return 0;
  if (*cursor != '}' || (repeated->most != ENDLESS && repeated->most < repeated->least))
    return fail(BAD_COUNT);
  cursor++;
  return 1;
}

static int takesBytes(const struct piece *p) {
  return p->kind == BYTE || p->kind == ANY || p->kind == SET;
}

/* What may stand behind a piece. */
static int readRepeat(struct piece *repeated) {
  if (!takesBytes(repeated))
    return 1;
  switch (*cursor) {
  case '*':
    repeated->least = 0;
    repeated->most = ENDLESS;
    break;
  case '+':
    repeated->most = ENDLESS;
    break;
  case '?':
    repeated->least = 0;
    break;
  case '{':
    cursor++;
    return readCount(repeated);
  default:
    return 1;
  }
  cursor++;
  return 1;
}

static int readBranch(void) {
  if (branchCount == MOST_BRANCHES)
    return fail(TOO_LONG);
  struct branch *added = &branches[branchCount++];
  added->firstPiece = pieceCount;
  while (!endsBranch(*cursor)) {
    int before = pieceCount;
    if (!readPiece(before == added->firstPiece))
      return 0;
    if (pieceCount > before && !readRepeat(&pieces[before]))
      return 0;
  }
  added->piecesEnd = pieceCount;
  return 1;
}

static int readPattern(const char *pattern) {
  cursor = pattern;
  pieceCount = rangeCount = branchCount = 0;
  folding = foldAlways;
  while (readBranch()) {
    if (*cursor == '\0')
      return 1;
    cursor++;
  }
  return 0;
}

/* ---- reading a replacement ---- */

static int addPart(enum source source, int byte) {
  if (partCount == MOST_PARTS)
    return fail(TOO_LONG);
  parts[partCount].source = source;
  parts[partCount].byte = byte;
  partCount++;
  return 1;
}

/* What the letter of an escape inserts. */
static enum source sourceOf(int letter) {
  switch (letter) {
  case 'u':
    return UPPER_MATCH;
  case 'l':
    return LOWER_MATCH;
  case 'r':
    return REVERSED_MATCH;
  case '#':
    return NUMBER;
  default:
    return GIVEN;
  }
}

/* From behind the backslash on. */
static int readReplacementEscape(void) {
  enum source source = sourceOf(*cursor);
  if (source != GIVEN) {
    cursor++;
    return addPart(source, 0);
  }
  int byte = readEscaped();
  return byte >= 0 && addPart(GIVEN, byte);
}

static int readReplacement(const char *replacement) {
  cursor = replacement;
  partCount = 0;
  while (*cursor != '\0') {
    int byte = (unsigned char)*cursor++;
    int isRead = byte == '\\' ? readReplacementEscape() : addPart(byte == '&' ? MATCH : GIVEN, byte);
    if (!isRead)
      return 0;
  }
  return 1;
}

/* ---- matching ---- */

static int isInRanges(const struct piece *set, int byte) {
  for (int i = set->firstRange; i < set->rangesEnd; i++)
    if (byte >= ranges[i].from && byte <= ranges[i].to)
      return 1;
  return 0;
}

static int isInSet(const struct piece *set, int byte) {
  int found = isInRanges(set, byte);
  if (set->folded && !found)
    found = isInRanges(set, toLower(byte)) || isInRanges(set, toUpper(byte));
  return set->negated ? !found && byte != '\n' : found;
}

/* Whether a piece matches one byte. */
static int fits(const struct piece *p, int byte) {
  if (p->kind == ANY)
    return byte != '\n';
  if (p->kind == SET)
    return isInSet(p, byte);
  if (p->folded)
    return toLower(byte) == toLower(p->byte);
  return byte == p->byte;
}

static int isWordAt(int at) {
  return at >= 0 && at < subjectLength && isOfWord(subject[at]);
}

/* Whether what a piece asks for holds in front of a byte of the text. */
static int holds(const struct piece *p, int at) {
  if (p->kind == LINE_BEGIN)
    return at == 0 || subject[at - 1] == '\n';
  if (p->kind == LINE_END)
    return at == subjectLength || subject[at] == '\n';
  return isWordAt(at - 1) != isWordAt(at);
}

/* How many bytes in a row a piece matches. */
static int runOf(const struct piece *p, int at) {
  int length = 0;
  while (length != p->most && at + length < subjectLength && fits(p, subject[at + length]))
    length++;
  return length;
}

/* Where a match of some pieces ends that begins here. */
static int matchPieces(int first, int end, int at) {
  if (first == end)
    return at;
  const struct piece *p = &pieces[first];
  if (!takesBytes(p))
    return holds(p, at) ? matchPieces(first + 1, end, at) : NOWHERE;
  for (int length = runOf(p, at); length >= p->least; length--) {
    int matchEnd = matchPieces(first + 1, end, at + length);
    if (matchEnd != NOWHERE)
      return matchEnd;
  }
  return NOWHERE;
}

static int matchBranches(int at) {
  for (int i = 0; i < branchCount; i++) {
    int matchEnd = matchPieces(branches[i].firstPiece, branches[i].piecesEnd, at);
    if (matchEnd != NOWHERE)
      return matchEnd;
  }
  return NOWHERE;
}

/* The byte that every match begins with, if that is known: it is quicker to look for. */
static int leadingByte(void) {
  if (branchCount != 1 || branches[0].firstPiece == branches[0].piecesEnd)
    return NOWHERE;
  const struct piece *p = &pieces[branches[0].firstPiece];
  return p->kind == BYTE && !p->folded && p->least > 0 ? p->byte : NOWHERE;
}

/* ---- replacing ---- */

static void put(int byte) {
  putchar(byte);
}

static void putText(int from, int end) {
  for (int i = from; i < end; i++)
    put(subject[i]);
}

static void putNumber(int number) {
  if (number >= 10)
    putNumber(number / 10);
  put('0' + number % 10);
}

static void putPart(const struct part *p, int from, int end, int number) {
  switch (p->source) {
  case GIVEN:
    put(p->byte);
    break;
  case MATCH:
    putText(from, end);
    break;
  case UPPER_MATCH:
    for (int i = from; i < end; i++)
      put(toUpper(subject[i]));
    break;
  case LOWER_MATCH:
    for (int i = from; i < end; i++)
      put(toLower(subject[i]));
    break;
  case REVERSED_MATCH:
    for (int i = end - 1; i >= from; i--)
      put(subject[i]);
    break;
  case NUMBER:
    putNumber(number);
    break;
  }
}

/* Prints the text with its matches replaced; how many there are. An empty match right behind another match is none. */
static int replaceAll(void) {
  int count = 0, lastEnd = NOWHERE, lead = leadingByte();
  int at = 0;
  while (at <= subjectLength) {
    int isCandidate = lead == NOWHERE || (at < subjectLength && subject[at] == lead);
    int end = isCandidate ? matchBranches(at) : NOWHERE;
    if (end != NOWHERE && (end > at || at != lastEnd)) {
      count++;
      for (int i = 0; i < partCount; i++)
        putPart(&parts[i], at, end, count);
      lastEnd = end;
    }
    if (end == NOWHERE || end == at) {
      putText(at, at < subjectLength ? at + 1 : at);
      at++;
    } else {
      at = end;
    }
  }
  return count;
}

/* Prints what becomes of a text. Returns how many matches it has; or a negative number: a problem of the pattern or the
 * replacement. */
int substitute(const char *pattern, const char *replacement, const char *text) {
  problem = FINE;
  if (!readPattern(pattern) || !readReplacement(replacement))
    return -(int)problem;
  subject = (const unsigned char *)text;
  subjectLength = (int)strlen(text);
  return replaceAll();
}

/* ---- the program ---- */

static char input[MOST_TEXT + 1];

static int readInput(void) {
  int length = 0, byte;
  while ((byte = getchar()) != EOF) {
    if (length == MOST_TEXT || byte == '\0')
      return 0;
    input[length++] = (char)byte;
  }
  input[length] = '\0';
  return 1;
}

static int usage(void) {
  fputs("usage: substitute [-i] PATTERN REPLACEMENT [TEXT]\n"
        "  -i  case does not matter\n",
        stderr);
  return 2;
}

int main(int argc, char **argv) {
  int next = 1;
  if (argc > 1 && strcmp(argv[1], "-i") == 0) {
    foldAlways = 1;
    next++;
  }
  if (argc - next != 2 && argc - next != 3)
    return usage();
  if (argc - next == 2 && !readInput()) {
    fputs("substitute: the input is too long, or has a byte of value 0\n", stderr);
    return 2;
  }
  int count = substitute(argv[next], argv[next + 1], argc - next == 3 ? argv[next + 2] : input);
  if (count < 0) {
    fprintf(stderr, "substitute: %s\n", messages[-count]);
    return 2;
  }
  return count > 0 ? 0 : 1;
}
