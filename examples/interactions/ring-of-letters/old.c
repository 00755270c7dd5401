/* A queue of letters that is worked with by commands: `+x` puts x, `-` takes one, `<` halves the queue, `?` prints how
 * many there are, `!` empties it. */
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 4 };

struct queue {
  char *letters;
  unsigned size;  /* a power of two */
  unsigned first; /* of those that are in it */
  unsigned count;
};

static int fail(const char *what) {
  fprintf(stderr, "queue: %s\n", what);
  return 2;
}

static int create(struct queue *q, unsigned size) {
  q->letters = calloc(size, 1);
  q->size = size;
  q->first = 0;
  q->count = 0;
  return q->letters != NULL;
}

static unsigned wrap(const struct queue *q, unsigned position) {
  return position % q->size;
}

static int put(struct queue *q, char letter) {
  if (q->count == q->size)
    return 0;
  q->letters[wrap(q, q->first + q->count)] = letter;
  ++q->count;
  return 1;
}

static int take(struct queue *q, char *letter) {
  if (q->count == 0)
    return 0;
  *letter = q->letters[wrap(q, q->first)];
  q->first = wrap(q, q->first + 1);
  --q->count;
  return 1;
}

static void clear(struct queue *q) {
  while (q->count > 0) {
    char gone;
    take(q, &gone);
  }
  q->first = 0;
}

/* A smaller queue with the same letters. */
static int halve(struct queue *q) {
  struct queue half;
  if (q->size == 1 || q->count > q->size / 2)
    return 0;
  if (!create(&half, LARGEST))
    return 0;
  while (q->count > 0) {
    char letter;
    take(q, &letter);
    put(&half, letter);
  }
  free(q->letters);
  *q = half;
  return 1;
}

static int isLetter(char c) {
  return c >= 'a' && c <= 'z';
}

static int work(struct queue *q, const char *commands) {
  for (; *commands; ++commands) {
    char letter;
    switch (*commands) {
    case '+':
      ++commands;
      if (!isLetter(*commands))
        return fail("a letter is missing");
      if (!put(q, *commands))
        return fail("it is full");
      break;
    case '-':
      if (!take(q, &letter))
        return fail("it is empty");
      putchar(letter);
      break;
    case '<':
      if (!halve(q))
        return fail("it cannot be halved");
      break;
    case '?':
      printf("(%u)", q->count);
      break;
    case '!':
      clear(q);
      break;
    default:
      return fail("unknown command");
    }
  }
  putchar('\n');
  return 0;
}

int main(int argc, char **argv) {
  struct queue q;
  if (argc != 2)
    return fail("usage: queue COMMANDS");
  if (!create(&q, LARGEST))
    return fail("memory");
  int code = work(&q, argv[1]);
  free(q.letters);
  return code;
}
