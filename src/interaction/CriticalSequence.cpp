#include "interaction/CriticalSequence.h"

#include "base/Diff.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

bool exercises(const ChangeSequence &Run, const ChangeSequence &Part) {
  std::size_t Next = 0;
  for (unsigned Change : Run)
    if (Next < Part.size() && Part[Next] == Change)
      ++Next;
  return Next == Part.size();
}

ChangeSequence commonPart(const ChangeSequence &A, const ChangeSequence &B) {
  ChangeSequence Result;
  for (auto [I, J] : commonSubsequence(A.size(), B.size(), [&](std::size_t I, std::size_t J) { return A[I] == B[J]; }))
    Result.push_back(A[I]);
  return Result;
}

ChangeSequence firstOccurrences(const ChangeSequence &Run) {
  ChangeSequence Result;
  for (unsigned Change : Run)
    if (!llvm::is_contained(Result, Change))
      Result.push_back(Change);
  return Result;
}

} // namespace vernier
