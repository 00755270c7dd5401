/* A lift: a digit is a request for a floor, `.` lets it move by one floor towards the oldest request, `k` is the key for the
 * short service, which ends at floor 2; `k` again ends that. Arrivals are counted for each floor. */
#include <stdio.h>
#include <stdlib.h>

enum { FLOORS = 5, SHORT = 3, WAITING = 4 };

struct lift {
  unsigned *arrivals; /* for each floor */
  unsigned floors;
  unsigned position;
  unsigned requests[WAITING];
  unsigned waiting;
  unsigned moves;
  int isShort;
};

static int fail(const char *what) {
  fprintf(stderr, "lift: %s\n", what);
  return 2;
}

static int request(struct lift *l, unsigned floor) {
  if (floor >= l->floors || l->waiting == WAITING)
    return 0;
  if (floor == l->position)
    return 1;
  l->requests[l->waiting++] = floor;
  return 1;
}

static void forgetFirst(struct lift *l) {
  for (unsigned i = 1; i < l->waiting; ++i)
    l->requests[i - 1] = l->requests[i];
  --l->waiting;
}

static void arrive(struct lift *l) {
  ++l->arrivals[l->position];
  forgetFirst(l);
  printf("%u", l->position);
}

static int move(struct lift *l) {
  if (l->waiting == 0)
    return 0;
  ++l->moves;
  if (l->requests[0] > l->position)
    ++l->position;
  else
    --l->position;
  if (l->position >= l->floors)
    l->position = l->floors - 1;
  if (l->position == l->requests[0])
    arrive(l);
  return 1;
}

/* Between the services what waits is forgotten, and the lift has to be below. */
static int turnKey(struct lift *l) {
  if (l->position >= SHORT)
    return 0;
  l->isShort = !l->isShort;
  l->waiting = 0;
  l->floors = l->isShort ? SHORT : FLOORS;
  return 1;
}

static int obey(struct lift *l, char c) {
  if (c >= '0' && c <= '9')
    return request(l, (unsigned)(c - '0'));
  if (c == '.')
    return move(l);
  return c == 'k' && turnKey(l);
}

int main(int argc, char **argv) {
  struct lift l = {NULL, FLOORS, 0, {0}, 0, 0, 0};
  if (argc != 2)
    return fail("usage: lift KEYS");
  l.arrivals = calloc(FLOORS, sizeof *l.arrivals);
  if (!l.arrivals)
    return fail("memory");
  for (const char *key = argv[1]; *key; ++key)
    if (!obey(&l, *key))
      return fail("not now");
  unsigned sum = 0;
  for (unsigned i = 0; i < l.floors; ++i)
    sum += l.arrivals[i];
  printf(" %u arrivals, %u moves\n", sum, l.moves);
  free(l.arrivals);
  return 0;
}
