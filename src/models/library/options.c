/* getopt and its family as glibc 2.36 has them, messages included. optarg and its companions are the C library's
 * variables, or the program's own. */
#include "format.h"


extern char *optarg;
extern int optind, opterr, optopt;

struct option {
  const char *name;
  int hasArgument; /* 0 no, 1 yes, 2 if it is behind = */
  int *flag;
  int value;
};

enum order { Permute, RequireOrder, ReturnInOrder };
enum { NoMore = -1, Unknown = '?' };

/* Between calls. Arguments that are no options and were passed over lie from `passedFrom` up to `passedTo`. */
static struct {
  int started;
  enum order order;
  char *next; /* letters that are left of an argument with several */
  int passedFrom, passedTo;
  int wrong; /* what optopt becomes after each call, whatever the program has stored there */
} Scan;

/* What a call was given. */
struct request {
  int count;
  char **arguments;
  const char *letters;
  const struct option *names; /* or null */
  int *index;
  int nameNeedsOneDash;
  int loud;
};

static const char *find(const char *text, char c) {
  for (; *text; text++)
    if (*text == c)
      return text;
  return NULL;
}

static size_t lengthOf(const char *text) {
  size_t i = 0;
  while (text[i])
    i++;
  return i;
}

static int startsWith(const char *text, const char *start, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] != start[i])
      return 0;
  return 1;
}

/* Options that come behind arguments which were passed over go in front of them. */
static void movePassedBack(char **arguments) {
  int moved = optind - Scan.passedTo;
  for (int i = 0; i < moved; i++) {
    char *option = arguments[Scan.passedTo + i];
    for (int j = Scan.passedTo + i; j > Scan.passedFrom + i; j--)
      arguments[j] = arguments[j - 1];
    arguments[Scan.passedFrom + i] = option;
  }
  Scan.passedFrom += moved;
  Scan.passedTo = optind;
}

static void start(const char *letters, int posix) {
  if (!optind)
    optind = 1;
  Scan.passedFrom = Scan.passedTo = optind;
  Scan.next = NULL;
  Scan.started = 1;
  if (*letters == '-')
    Scan.order = ReturnInOrder;
  else if (*letters == '+' || posix || vernier_model_environment("POSIXLY_CORRECT"))
    Scan.order = RequireOrder;
  else
    Scan.order = Permute;
}

static int isNoOption(const char *argument) { return argument[0] != '-' || !argument[1]; }

static int missingArgument(const struct request *r) { return *r->letters == ':' ? ':' : Unknown; }

static int isSame(const struct option *a, const struct option *b) {
  return a->hasArgument == b->hasArgument && a->flag == b->flag && a->value == b->value;
}

static int isAmbiguous(const struct request *r, const char *text, size_t length, const struct option *first) {
  for (const struct option *o = first + 1; o->name; o++)
    if (startsWith(o->name, text, length) && (r->nameNeedsOneDash || !isSame(o, first)))
      return 1;
  return 0;
}

static int ambiguous(const struct request *r, const char *prefix, const char *text, size_t length,
                     const struct option *first) {
  if (r->loud) {
    vernier_model_print(stderr, "%s: option '%s%s' is ambiguous; possibilities:", r->arguments[0], prefix, text);
    for (const struct option *o = first; o->name; o++)
      if (o == first || (startsWith(o->name, text, length) && (r->nameNeedsOneDash || !isSame(o, first))))
        vernier_model_print(stderr, " '%s%s'", prefix, o->name);
    vernier_model_print(stderr, "\n");
  }
  Scan.next += lengthOf(Scan.next);
  optind++;
  Scan.wrong = 0;
  return Unknown;
}

/* The option of exactly this name, else the first that begins with it. */
static const struct option *findName(const struct option *names, const char *text, size_t length) {
  for (const struct option *o = names; o->name; o++)
    if (startsWith(o->name, text, length) && !o->name[length])
      return o;
  for (const struct option *o = names; o->name; o++)
    if (startsWith(o->name, text, length))
      return o;
  return NULL;
}

static int noSuchName(const struct request *r, const char *prefix) {
  if (r->nameNeedsOneDash && r->arguments[optind][1] != '-' && find(r->letters, *Scan.next))
    return NoMore; /* it is a letter */
  if (r->loud)
    vernier_model_print(stderr, "%s: unrecognized option '%s%s'\n", r->arguments[0], prefix, Scan.next);
  Scan.next = NULL;
  optind++;
  Scan.wrong = 0;
  return Unknown;
}

static int nameFailed(const struct request *r, const char *message, const char *prefix, const struct option *option) {
  if (r->loud)
    vernier_model_print(stderr, message, r->arguments[0], prefix, option->name);
  Scan.wrong = option->value;
  return Unknown;
}

/* A long option, at Scan.next. */
static int takeName(const struct request *r, const char *prefix) {
  char *text = Scan.next;
  size_t length = 0;
  while (text[length] && text[length] != '=')
    length++;
  const struct option *option = findName(r->names, text, length);
  if (!option)
    return noSuchName(r, prefix);
  if (option->name[length] && isAmbiguous(r, text, length, option))
    return ambiguous(r, prefix, text, length, option);
  optind++;
  Scan.next = NULL;
  if (text[length]) {
    if (!option->hasArgument)
      return nameFailed(r, "%s: option '%s%s' doesn't allow an argument\n", prefix, option);
    optarg = text + length + 1;
  } else if (option->hasArgument == 1) {
    if (optind >= r->count) {
      nameFailed(r, "%s: option '%s%s' requires an argument\n", prefix, option);
      return missingArgument(r);
    }
    optarg = r->arguments[optind++];
  }
  if (r->index)
    *r->index = option - r->names;
  if (!option->flag)
    return option->value;
  *option->flag = option->value;
  return 0;
}

static int letterFailed(const struct request *r, const char *message, int letter, int result) {
  if (r->loud)
    vernier_model_print(stderr, message, r->arguments[0], letter);
  Scan.wrong = letter;
  return result;
}

static int withoutArgument(const struct request *r, int letter) {
  return letterFailed(r, "%s: option requires an argument -- '%c'\n", letter, missingArgument(r));
}

/* -W name is --name where the letters say "W;". */
static int takeNameBehindLetter(const struct request *r, int letter) {
  if (!*Scan.next) {
    if (optind == r->count)
      return withoutArgument(r, letter);
    Scan.next = r->arguments[optind];
  }
  struct request inner = *r;
  inner.nameNeedsOneDash = 0;
  return takeName(&inner, "-W ");
}

/* A short option, at Scan.next. */
static int takeLetter(const struct request *r) {
  char letter = *Scan.next++;
  const char *known = find(r->letters, letter);
  if (!*Scan.next)
    optind++;
  if (!known || letter == ':' || letter == ';')
    return letterFailed(r, "%s: invalid option -- '%c'\n", letter, Unknown);
  if (letter == 'W' && known[1] == ';' && r->names)
    return takeNameBehindLetter(r, letter);
  if (known[1] != ':')
    return letter;
  int isOptional = known[2] == ':';
  int result = letter;
  if (*Scan.next) {
    optarg = Scan.next;
    optind++;
  } else if (!isOptional && optind == r->count) {
    result = withoutArgument(r, letter);
  } else if (!isOptional) {
    optarg = r->arguments[optind++];
  }
  Scan.next = NULL;
  return result;
}

/* Goes to the next argument that is an option. Otherwise says in *result what to return. */
static int findOption(const struct request *r, int *result) {
  if (Scan.passedTo > optind)
    Scan.passedTo = optind;
  if (Scan.passedFrom > optind)
    Scan.passedFrom = optind;
  if (Scan.order == Permute) {
    if (Scan.passedFrom != Scan.passedTo && Scan.passedTo != optind)
      movePassedBack(r->arguments);
    else if (Scan.passedTo != optind)
      Scan.passedFrom = optind;
    while (optind < r->count && isNoOption(r->arguments[optind]))
      optind++;
    Scan.passedTo = optind;
  }
  const char *argument = optind == r->count ? NULL : r->arguments[optind];
  if (argument && argument[0] == '-' && argument[1] == '-' && !argument[2]) {
    optind++;
    if (Scan.passedFrom != Scan.passedTo && Scan.passedTo != optind)
      movePassedBack(r->arguments);
    else if (Scan.passedFrom == Scan.passedTo)
      Scan.passedFrom = optind;
    Scan.passedTo = r->count;
    optind = r->count;
  }
  *result = NoMore;
  if (optind == r->count) {
    if (Scan.passedFrom != Scan.passedTo)
      optind = Scan.passedFrom;
    return 0;
  }
  if (!isNoOption(r->arguments[optind]))
    return 1;
  if (Scan.order == RequireOrder)
    return 0;
  optarg = r->arguments[optind++];
  *result = 1;
  return 0;
}

static int scan(struct request r, int posix) {
  if (r.count < 1)
    return NoMore;
  optarg = NULL;
  if (!optind || !Scan.started)
    start(r.letters, posix);
  if (*r.letters == '-' || *r.letters == '+')
    r.letters++;
  r.loud = opterr && *r.letters != ':';
  if (!Scan.next || !*Scan.next) {
    int result;
    if (!findOption(&r, &result))
      return result;
    char *argument = r.arguments[optind];
    if (r.names && argument[1] == '-') {
      Scan.next = argument + 2;
      return takeName(&r, "--");
    }
    Scan.next = argument + 1;
    if (r.names && r.nameNeedsOneDash && (argument[2] || !find(r.letters, argument[1]))) {
      result = takeName(&r, "-");
      if (result != NoMore)
        return result;
    }
    Scan.next = argument + 1;
  }
  return takeLetter(&r);
}

static int nextOption(struct request r, int posix) {
  int result = scan(r, posix);
  optopt = Scan.wrong;
  return result;
}

int getopt(int count, char *const *arguments, const char *letters) {
  return nextOption((struct request){count, (char **)arguments, letters, NULL, NULL, 0, 0}, 0);
}

int __posix_getopt(int count, char *const *arguments, const char *letters) {
  return nextOption((struct request){count, (char **)arguments, letters, NULL, NULL, 0, 0}, 1);
}

int getopt_long(int count, char *const *arguments, const char *letters, const struct option *names, int *index) {
  return nextOption((struct request){count, (char **)arguments, letters, names, index, 0, 0}, 0);
}

int getopt_long_only(int count, char *const *arguments, const char *letters, const struct option *names, int *index) {
  return nextOption((struct request){count, (char **)arguments, letters, names, index, 1, 0}, 0);
}
