/* A queue of bytes in a ring that commands work on: `+x` adds x, `-` takes one and prints it, `!` takes all, `k` keeps
 * the newest instead of refusing when the queue is full. */
#include <stdio.h>

#define ROOM 4

struct queue {
  char items[ROOM];
  unsigned first, count;
  int keepsNewest;
};

static unsigned position(const struct queue *in, unsigned offset) {
  return (in->first + offset) % ROOM;
}

static int isFull(const struct queue *q) {
  return q->count == ROOM;
}

static int take(struct queue *from, char *into) {
  if (from->count == 0)
    return 0;
  *into = from->items[from->first];
  from->first = position(from, 1);
  --from->count;
  return 1;
}

static int add(struct queue *to, char item) {
  if (isFull(to)) {
    char dropped;
    if (!to->keepsNewest)
      return 0;
    take(to, &dropped);
  }
  to->items[position(to, to->count)] = item;
  ++to->count;
  return 1;
}

static int printOne(struct queue *from) {
  char item;
  if (!take(from, &item))
    return 0;
  putchar(item);
  return 1;
}

static void printAll(struct queue *from) {
  while (printOne(from))
    ;
}

static int command(struct queue *q, const char **at) {
  switch (*(*at)++) {
  case '+':
    if (!**at)
      return 0;
    if (!add(q, *(*at)++))
      putchar('~');
    return 1;
  case '-':
    if (!printOne(q))
      putchar('_');
    return 1;
  case '!':
    printAll(q);
    return 1;
  case 'k':
    q->keepsNewest = 1;
    return 1;
  default:
    return 0;
  }
}

int main(int argc, char **argv) {
  struct queue q = {{0}, 0, 0, 0};
  if (argc != 2) {
    fputs("usage: queue COMMANDS\n", stderr);
    return 2;
  }
  const char *at = argv[1];
  while (*at)
    if (!command(&q, &at)) {
      fputs("unknown command\n", stderr);
      return 1;
    }
  putchar('\n');
  return 0;
}
