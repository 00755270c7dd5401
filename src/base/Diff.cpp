#include "base/Diff.h"

namespace vernier {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The middle part, after equal ends were cut off. Frontier[d] keeps, for each diagonal k = x - y, the furthest x
/// reached with d edits.
Pairs middle(std::size_t Offset, std::size_t SizeA, std::size_t SizeB,
             const std::function<bool(std::size_t, std::size_t)> &Same, std::size_t MostDifferences) {
  using Index = std::ptrdiff_t;
  const Index N = static_cast<Index>(SizeA), M = static_cast<Index>(SizeB);
  const Index Most = std::min<Index>(N + M, static_cast<Index>(MostDifferences));
  std::vector<std::vector<Index>> Frontier;
  auto At = [](const std::vector<Index> &Row, Index K, Index D) { return Row[static_cast<std::size_t>((K + D) / 2)]; };

  Index Found = -1;
  for (Index D = 0; D <= Most && Found < 0; ++D) {
    std::vector<Index> Row(static_cast<std::size_t>(D + 1), 0);
    for (Index K = -D; K <= D; K += 2) {
      Index X = 0;
      if (D > 0) {
        bool Down = K == -D || (K != D && At(Frontier.back(), K - 1, D - 1) < At(Frontier.back(), K + 1, D - 1));
        X = Down ? At(Frontier.back(), K + 1, D - 1) : At(Frontier.back(), K - 1, D - 1) + 1;
      }
      Index Y = X - K;
      while (X < N && Y < M && Same(Offset + static_cast<std::size_t>(X), Offset + static_cast<std::size_t>(Y))) {
        ++X;
        ++Y;
      }
      Row[static_cast<std::size_t>((K + D) / 2)] = X;
      if (X >= N && Y >= M)
        Found = D;
    }
    Frontier.push_back(std::move(Row));
  }
  Pairs Result;
  if (Found < 0)
    return Result;

  // Walk back from the end, collecting the diagonal moves.
  Index X = N, Y = M;
  for (Index D = Found; D >= 0; --D) {
    Index K = X - Y;
    if (D > 0) {
      const auto &Before = Frontier[static_cast<std::size_t>(D - 1)];
      bool Down = K == -D || (K != D && At(Before, K - 1, D - 1) < At(Before, K + 1, D - 1));
      Index PreviousK = Down ? K + 1 : K - 1;
      Index PreviousX = At(Before, PreviousK, D - 1);
      Index StartX = Down ? PreviousX : PreviousX + 1;
      while (X > StartX) {
        --X;
        --Y;
        Result.emplace_back(Offset + static_cast<std::size_t>(X), Offset + static_cast<std::size_t>(Y));
      }
      X = PreviousX;
      Y = PreviousX - PreviousK;
    } else {
      while (X > 0) {
        --X;
        --Y;
        Result.emplace_back(Offset + static_cast<std::size_t>(X), Offset + static_cast<std::size_t>(Y));
      }
    }
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

} // namespace

Pairs commonSubsequence(std::size_t SizeA, std::size_t SizeB, const std::function<bool(std::size_t, std::size_t)> &Same,
                        std::size_t MostDifferences) {
  std::size_t Head = 0;
  while (Head < SizeA && Head < SizeB && Same(Head, Head))
    ++Head;
  std::size_t Tail = 0;
  while (Tail < SizeA - Head && Tail < SizeB - Head && Same(SizeA - 1 - Tail, SizeB - 1 - Tail))
    ++Tail;
  Pairs Result;
  for (std::size_t I = 0; I < Head; ++I)
    Result.emplace_back(I, I);
  Pairs Inner = middle(Head, SizeA - Head - Tail, SizeB - Head - Tail, Same, MostDifferences);
  Result.insert(Result.end(), Inner.begin(), Inner.end());
  for (std::size_t I = 0; I < Tail; ++I)
    Result.emplace_back(SizeA - Tail + I, SizeB - Tail + I);
  return Result;
}

} // namespace vernier
