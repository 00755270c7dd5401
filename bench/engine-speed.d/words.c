/* Strings: words are split, looked up, compared, copied and converted with functions of the C library. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const Text = "the quick brown fox 12 jumps over 345 lazy dogs and the quick 6 cats jump over the fox";

struct Entry {
  char Word[16];
  int Count;
};

static struct Entry Entries[32];
static int Known;

static struct Entry *entryOf(const char *Word) {
  for (int I = 0; I < Known; ++I)
    if (strcmp(Entries[I].Word, Word) == 0)
      return &Entries[I];
  strcpy(Entries[Known].Word, Word);
  Entries[Known].Count = 0;
  return &Entries[Known++];
}

static unsigned count(unsigned Round) {
  char Copy[128];
  unsigned Sum = Round;
  memcpy(Copy, Text, strlen(Text) + 1);
  for (char *Word = strtok(Copy, " "); Word; Word = strtok(NULL, " ")) {
    if (isdigit((unsigned char)*Word))
      Sum += (unsigned)strtol(Word, NULL, 10);
    else
      Word[0] = (char)toupper((unsigned char)*Word);
    Sum = Sum * 33 + (unsigned)++entryOf(Word)->Count;
  }
  return Sum;
}

int main(int Count, char **Arguments) {
  int Rounds = Count > 1 ? atoi(Arguments[1]) : 1;
  unsigned Sum = 0;
  for (int I = 0; I < Rounds; ++I)
    Sum = count(Sum);
  printf("%u %d\n", Sum, Known);
  return 0;
}
