/* Accounts: `oAB` opens the next account with the letters A and B as its word, `sN` selects an account, `+` and `-` book, `xAB` closes the
 * selected one if it is empty, `l` lists what is open. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4 };

struct account {
  char word[2];
  int isOpen;
  int balance;
  unsigned bookings;
};

struct bank {
  struct account *accounts[MOST];
  struct account *selected;
  unsigned count;
  unsigned lists;
};

static int fail(const char *what) {
  fprintf(stderr, "bank: %s\n", what);
  return 2;
}

static int isLetter(char c) { return c >= 'a' && c <= 'z'; }

static int openAccount(struct bank *b, const char *word) {
  if (b->count == MOST || !isLetter(word[0]) || !isLetter(word[1]))
    return 0;
  struct account *a = malloc(sizeof *a);
  if (!a)
    return 0;
  a->word[0] = word[0];
  a->word[1] = word[1];
  a->isOpen = 1;
  a->balance = 0;
  a->bookings = 0;
  b->accounts[b->count++] = a;
  b->selected = a;
  return 1;
}

static int selectAccount(struct bank *b, char c) {
  if (c < '1' || c > '9' || (unsigned)(c - '1') >= b->count)
    return 0;
  struct account *a = b->accounts[c - '1'];
  if (!a || !a->isOpen)
    return 0;
  b->selected = a;
  return 1;
}

static int book(struct bank *b, int sum) {
  if (!b->selected)
    return 0;
  b->selected->balance += sum;
  ++b->selected->bookings;
  return 1;
}

/* Of a closed account only the place stays, so that the numbers of the others do not change. It stays the selected one
 * until another is selected. */
static int closeAccount(struct bank *b, const char *word) {
  struct account *a = b->selected;
  if (!a || word[0] != a->word[0] || word[1] != a->word[1])
    return 0;
  if (a->balance != 0 || a->bookings == 0)
    return 0;
  a->isOpen = 0;
  for (unsigned i = 0; i < b->count; ++i)
    if (b->accounts[i] == a)
      b->accounts[i] = NULL;
  free(a);
  return 1;
}

static int list(struct bank *b) {
  if (b->lists == 3)
    return 0;
  ++b->lists;
  for (unsigned i = 0; i < b->count; ++i)
    if (b->accounts[i] && b->accounts[i]->isOpen)
      printf("%u:%d ", i + 1, b->accounts[i]->balance);
  return 1;
}

static unsigned obey(struct bank *b, const char *at) {
  switch (*at) {
  case 'o':
    return openAccount(b, at + 1) ? 3 : 0;
  case 's':
    return selectAccount(b, at[1]) ? 2 : 0;
  case '+':
    return book(b, 1) ? 1 : 0;
  case '-':
    return book(b, -1) ? 1 : 0;
  case 'x':
    return closeAccount(b, at + 1) ? 3 : 0;
  case 'l':
    return list(b) ? 1 : 0;
  }
  return 0;
}

int main(int argc, char **argv) {
  struct bank b = {{NULL}, NULL, 0, 0};
  if (argc != 2)
    return fail("usage: bank ORDERS");
  for (const char *at = argv[1]; *at;) {
    unsigned taken = obey(&b, at);
    if (!taken)
      return fail("refused");
    at += taken;
  }
  printf("accounts: %u\n", b.count);
  for (unsigned i = 0; i < b.count; ++i)
    free(b.accounts[i]);
  return 0;
}
