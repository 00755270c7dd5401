/* The C locale: one byte is one character, ASCII or an error, and no text is translated. Programs run in it; a program that
 * asks for another one is told that there is none, as on a machine where it is not installed. */
#include "model.h"

enum { IllegalSequence = 84, LocaleCategories = 13 };

static int isSameText(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return a[i] == b[i];
}

static int isPlain(const char *locale) { return isSameText(locale, "C") || isSameText(locale, "POSIX"); }

/* The empty name stands for what the environment says. */
static int environmentIsPlain(void) {
  static const char *const Names[] = {"LC_ALL",     "LC_CTYPE",   "LC_COLLATE",   "LC_NUMERIC",
                                      "LC_TIME",    "LC_MONETARY", "LC_MESSAGES", "LANG"};
  for (size_t i = 0; i < sizeof Names / sizeof *Names; i++) {
    const char *value = vernier_model_environment(Names[i]);
    if (value && *value && !isPlain(value))
      return 0;
  }
  return 1;
}

char *setlocale(int category, const char *locale) {
  if ((unsigned)category >= LocaleCategories) {
    vernier_model_setErrorNumber(22);
    return NULL;
  }
  int plain = !locale || isPlain(locale) || (!*locale && environmentIsPlain());
  return plain ? "C" : NULL;
}

char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) {
  (void)domain;
  return (char *)text;
}
char *dcgettext(const char *domain, const char *text, int category) {
  (void)domain;
  (void)category;
  return (char *)text;
}
char *ngettext(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long count) {
  (void)domain;
  return (char *)(count == 1 ? one : many);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long count, int category) {
  (void)domain;
  (void)category;
  return (char *)(count == 1 ? one : many);
}

/* Nothing is ever looked up, so only the answers matter. */
static const char *Domain = "messages";
char *textdomain(const char *domain) {
  if (domain)
    Domain = *domain ? domain : "messages";
  return (char *)Domain;
}
char *bindtextdomain(const char *domain, const char *directory) {
  if (!domain || !*domain)
    return NULL;
  return directory ? (char *)directory : "/usr/share/locale";
}
char *bind_textdomain_codeset(const char *domain, const char *codeset) {
  return domain && *domain ? (char *)codeset : NULL;
}

enum { Codeset = 14, Radix = 0x10000, Times = 0x20000, Currency = 0x4000f, Yes = 0x50000, No = 0x50001 };

static const char *const TimeTexts[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
    "Saturday", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January",
    "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December", "AM",
    "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"};

/* The items of POSIX. */
char *nl_langinfo(int item) {
  if (item == Codeset)
    return "ANSI_X3.4-1968";
  if (item == Radix)
    return ".";
  if (item == Currency)
    return "-";
  if (item == Yes)
    return "^[yY]";
  if (item == No)
    return "^[nN]";
  if ((size_t)(item - Times) < sizeof TimeTexts / sizeof *TimeTexts)
    return (char *)TimeTexts[item - Times];
  return "";
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

enum { NoCharacter = -1 };

/* What mbrtowc returns for these bytes: 0, 1, or an error. A character never spans calls, so there is no state. */
static size_t decode(int *to, const char *bytes, size_t count) {
  if (!bytes)
    return 0;
  if (!count)
    return (size_t)-2;
  byte c = bytes[0];
  if (c > 127) {
    vernier_model_setErrorNumber(IllegalSequence);
    return (size_t)-1;
  }
  if (to)
    *to = c;
  return c != 0;
}

size_t mbrtowc(int *to, const char *bytes, size_t count, void *state) {
  (void)state;
  return decode(to, bytes, count);
}
size_t mbrlen(const char *bytes, size_t count, void *state) {
  (void)state;
  return decode(NULL, bytes, count);
}
size_t __mbrlen(const char *bytes, size_t count, void *state) {
  (void)state;
  return decode(NULL, bytes, count);
}

/* These find the end of a text before they look at the count. */
static int decodeOne(int *to, const char *bytes, size_t count) {
  if (bytes && *bytes && !count)
    return -1;
  return (int)decode(to, bytes, 1);
}

int mbtowc(int *to, const char *bytes, size_t count) { return decodeOne(to, bytes, count); }
int mblen(const char *bytes, size_t count) { return decodeOne(NULL, bytes, count); }
int mbsinit(const void *state) { return !state || !*(const int *)state; }

static size_t encode(char *to, int c) {
  if ((unsigned)c > 127) {
    vernier_model_setErrorNumber(IllegalSequence);
    return (size_t)-1;
  }
  if (to)
    *to = c;
  return 1;
}

size_t wcrtomb(char *to, int c, void *state) {
  (void)state;
  return to ? encode(to, c) : 1;
}
int wctomb(char *to, int c) { return to ? (int)encode(to, c) : 0; }

int btowc(int c) { return (unsigned)c < 128 ? c : NoCharacter; }
int wctob(unsigned c) { return c < 128 ? (int)c : NoCharacter; }

static int isBetween(unsigned c, unsigned first, unsigned last) { return c - first <= last - first; }
static int isWideLetter(unsigned c) { return isBetween(c | 32, 'a', 'z'); }
static int isWideDigit(unsigned c) { return isBetween(c, '0', '9'); }

/* What glibc returns: bits of its table, except for digits. */
int iswblank(unsigned c) { return ((c == ' ') | (c == '\t')) * 0x0001; }
int iswcntrl(unsigned c) { return ((c < 32) | (c == 127)) * 0x0002; }
int iswpunct(unsigned c) { return (isBetween(c, '!', '~') & !(isWideLetter(c) | isWideDigit(c))) * 0x0004; }
int iswalnum(unsigned c) { return (isWideLetter(c) | isWideDigit(c)) * 0x0008; }
int iswupper(unsigned c) { return isBetween(c, 'A', 'Z') * 0x0100; }
int iswlower(unsigned c) { return isBetween(c, 'a', 'z') * 0x0200; }
int iswalpha(unsigned c) { return isWideLetter(c) * 0x0400; }
int iswdigit(unsigned c) { return isWideDigit(c); }
int iswxdigit(unsigned c) { return (isWideDigit(c) | isBetween(c | 32, 'a', 'f')) * 0x1000; }
int iswspace(unsigned c) { return ((c == ' ') | isBetween(c, '\t', '\r')) * 0x2000; }
int iswprint(unsigned c) { return isBetween(c, ' ', '~') * 0x4000; }
int iswgraph(unsigned c) { return isBetween(c, '!', '~') * 0x8000; }
unsigned towlower(unsigned c) { return c + isBetween(c, 'A', 'Z') * 32; }
unsigned towupper(unsigned c) { return c - isBetween(c, 'a', 'z') * 32; }

int wcwidth(int c) { return !c ? 0 : isBetween(c, ' ', '~') ? 1 : -1; }
