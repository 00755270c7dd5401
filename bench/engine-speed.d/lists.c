/* Pointers, calls and the heap: a list is built, sorted by merging, summed up and freed. */
#include <stdio.h>
#include <stdlib.h>

struct Node {
  unsigned Value;
  struct Node *Next;
};

static struct Node *build(int Length, unsigned Seed) {
  struct Node *First = NULL;
  for (int I = 0; I < Length; ++I) {
    struct Node *Made = malloc(sizeof *Made);
    if (!Made)
      abort();
    Seed = Seed * 1103515245u + 12345u;
    Made->Value = Seed >> 8;
    Made->Next = First;
    First = Made;
  }
  return First;
}

static struct Node *merge(struct Node *A, struct Node *B) {
  struct Node Head = {0, NULL}, *Last = &Head;
  while (A && B) {
    struct Node **Less = A->Value <= B->Value ? &A : &B;
    Last = Last->Next = *Less;
    *Less = (*Less)->Next;
  }
  Last->Next = A ? A : B;
  return Head.Next;
}

static struct Node *sort(struct Node *First) {
  if (!First || !First->Next)
    return First;
  struct Node *Slow = First;
  for (struct Node *Fast = First->Next; Fast && Fast->Next; Fast = Fast->Next->Next)
    Slow = Slow->Next;
  struct Node *Second = Slow->Next;
  Slow->Next = NULL;
  return merge(sort(First), sort(Second));
}

static unsigned sumAndFree(struct Node *First) {
  unsigned Sum = 0;
  while (First) {
    struct Node *Next = First->Next;
    Sum = Sum * 31 + First->Value;
    free(First);
    First = Next;
  }
  return Sum;
}

int main(int Count, char **Arguments) {
  int Rounds = Count > 1 ? atoi(Arguments[1]) : 1;
  unsigned Sum = 0;
  for (int I = 0; I < Rounds; ++I)
    Sum += sumAndFree(sort(build(1000, Sum + (unsigned)I)));
  printf("%u\n", Sum);
  return 0;
}
