/* A machine that sells from slots: `c` a coin, `1` to `3` choose a slot, `d` delivers, `r` gives coins back, `k` a key for
 * service: then `f` fills all slots, `x` takes the last slot out, `k` ends it. */
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 3, PRICE = 2, FULL = 2, NONE = 9 };
enum mode { SELLING, SERVICE };

struct machine {
  enum mode mode;
  unsigned slots;
  unsigned char *left; /* in each slot */
  unsigned chosen;
  unsigned coins;
  unsigned sold;
};

static int fail(const char *what) {
  fprintf(stderr, "machine: %s\n", what);
  return 2;
}

static void fill(struct machine *m) {
  for (unsigned i = 0; i < m->slots; ++i)
    m->left[i] = FULL;
}

static int coin(struct machine *m) {
  if (m->coins > 2 * PRICE)
    return 0;
  ++m->coins;
  return 1;
}

static int choose(struct machine *m, unsigned slot) {
  if (slot >= m->slots)
    return 0;
  m->chosen = slot;
  return 1;
}

static int deliver(struct machine *m) {
  if (m->chosen == NONE || m->coins < PRICE)
    return 0;
  if (m->left[m->chosen] == 0)
    return 0;
  --m->left[m->chosen];
  m->coins -= PRICE;
  ++m->sold;
  printf("<%u>", m->chosen + 1);
  m->chosen = NONE;
  return 1;
}

static void giveBack(struct machine *m) {
  if (m->coins)
    printf("(%u)", m->coins);
  m->coins = 0;
}

/* The last slot is taken out, with what is in it. */
static int takeOut(struct machine *m) {
  if (m->slots == 1)
    return 0;
  unsigned char *fewer = malloc(m->slots - 1);
  if (!fewer)
    return 0;
  for (unsigned i = 0; i + 1 < m->slots; ++i)
    fewer[i] = m->left[i];
  free(m->left);
  m->left = fewer;
  m->slots -= 1;
  return 1;
}

static int sell(struct machine *m, char c) {
  if (c == 'c')
    return coin(m);
  if (c >= '1' && c <= '3')
    return choose(m, (unsigned)(c - '1'));
  if (c == 'd')
    return deliver(m);
  if (c == 'r') {
    giveBack(m);
    return 1;
  }
  if (c == 'k') {
    giveBack(m);
    m->mode = SERVICE;
    return 1;
  }
  return 0;
}

static int serve(struct machine *m, char c) {
  if (c == 'f') {
    fill(m);
    return 1;
  }
  if (c == 'x')
    return takeOut(m);
  if (c == 'k') {
    m->mode = SELLING;
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  struct machine m = {SELLING, SLOTS, NULL, NONE, 0, 0};
  if (argc != 2)
    return fail("usage: machine KEYS");
  m.left = malloc(SLOTS);
  if (!m.left)
    return fail("memory");
  fill(&m);
  for (const char *key = argv[1]; *key; ++key)
    if (!(m.mode == SELLING ? sell(&m, *key) : serve(&m, *key)))
      return fail("that does not work now");
  printf(" sold %u\n", m.sold);
  free(m.left);
  return 0;
}
