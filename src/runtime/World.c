/* What the program asks of the world, and what it is told. Constructors ask before there is a run; their questions are
   kept for all runs. */

#include "runtime/Runtime.h"

#include <errno.h>

static struct VernierQuestion Known[VernierAskedRoom];
static uint32_t Count, More;

/* Copies as much of a text as there is room for; whether that is all. */
static int copyText(char *To, uint64_t Room, const char *From) {
  uint64_t I = 0;
  for (; I + 1 < Room && From[I]; ++I)
    To[I] = From[I];
  To[I] = 0;
  return !From[I];
}

static int isSymbolicText(const char *Text) {
  for (uint64_t I = 0;; ++I) {
    Node Byte = vernier_shadow(Text + I);
    if (Byte && vernier_is_symbolic(Byte))
      return 1;
    if (!Text[I])
      return 0;
  }
}

static int isSameText(const char *A, const char *B) {
  uint64_t I = 0;
  while (A[I] && A[I] == B[I])
    ++I;
  return A[I] == B[I];
}

static int isSame(const struct VernierQuestion *A, const struct VernierQuestion *B) {
  return A->Function == B->Function && A->Flags == B->Flags && A->Number == B->Number && A->Answer == B->Answer &&
         A->Error == B->Error && isSameText(A->Name, B->Name) && isSameText(A->Told, B->Told);
}

static void record(const struct VernierQuestion *Asked) {
  for (uint32_t I = 0; I != Count; ++I)
    if (isSame(&Known[I], Asked))
      return;
  if (Count == VernierAskedRoom)
    More = 1;
  else
    Known[Count++] = *Asked;
  if (!vernier_arena)
    return;
  vernier_arena->AskedMore = More;
  if (!More)
    vernier_arena->Asked[Count - 1] = *Asked;
  vernier_arena->AskedCount = Count;
}

void vernier_begin_asking(void) {
  for (uint32_t I = 0; I != Count; ++I)
    vernier_arena->Asked[I] = Known[I];
  vernier_arena->AskedCount = Count;
  vernier_arena->AskedMore = More;
}

__attribute__((noinline)) void vernier_asked(uint32_t Site, uint32_t Function, const char *Name, uint64_t Number,
                                             Node NumberNode, uint64_t Answer, const char *Text) {
  struct VernierQuestion Asked = {.Function = Function, .Site = Site};
  int Whole = 1;
  Asked.Answer = (int64_t)Answer;
  Asked.Error = Asked.Answer < 0 ? errno : 0;
  if ((NumberNode && vernier_is_symbolic(NumberNode)) || (Name && isSymbolicText(Name))) {
    /* There is no end of such questions: one stands for all. */
    Asked.Flags = VernierAskedSymbolic;
    Asked.Answer = Asked.Error = 0;
    record(&Asked);
    return;
  }
  Asked.Number = (int64_t)Number;
  if (Name) {
    Asked.Flags |= VernierAskedName;
    Whole &= copyText(Asked.Name, sizeof Asked.Name, Name);
  }
  if (Text) {
    Asked.Flags |= VernierAskedText;
    Whole &= copyText(Asked.Told, sizeof Asked.Told, Text);
  }
  if (!Whole)
    Asked.Flags |= VernierAskedCut;
  record(&Asked);
}
