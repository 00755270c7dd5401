#include "term/ValueSet.h"

#include <algorithm>
#include <cassert>

namespace vernier {

void ValueSet::append(std::uint64_t First, std::uint64_t Last) {
  assert(First <= Last && Last <= most(Bits) && (Pieces.empty() || First > Pieces.back().second));
  if (!Pieces.empty() && Pieces.back().second + 1 == First)
    Pieces.back().second = Last;
  else
    Pieces.push_back({First, Last});
}

unsigned __int128 ValueSet::size() const {
  unsigned __int128 Sum = 0;
  for (auto [First, Last] : Pieces)
    Sum += static_cast<unsigned __int128>(Last - First) + 1;
  return Sum;
}

ValueSet ValueSet::intersected(const ValueSet &Other) const {
  assert(Bits == Other.Bits);
  ValueSet Result(Bits);
  auto A = Pieces.begin(), B = Other.Pieces.begin();
  while (A != Pieces.end() && B != Other.Pieces.end()) {
    std::uint64_t First = std::max(A->first, B->first), Last = std::min(A->second, B->second);
    if (First <= Last)
      Result.append(First, Last);
    if (A->second < B->second)
      ++A;
    else
      ++B;
  }
  return Result;
}

ValueSet ValueSet::complement() const {
  ValueSet Result(Bits);
  std::uint64_t Next = 0;
  for (auto [First, Last] : Pieces) {
    if (First > Next)
      Result.append(Next, First - 1);
    if (Last == most(Bits))
      return Result;
    Next = Last + 1;
  }
  Result.append(Next, most(Bits));
  return Result;
}

} // namespace vernier
