#include "source/Alignment.h"

#include "base/Diff.h"

#include <algorithm>

namespace vernier {

namespace {

using Items = std::vector<std::uint32_t>;

/// The positions at which lines start, and the end.
std::vector<std::size_t> lineStarts(const Items &Lines) {
  std::vector<std::size_t> Starts;
  for (std::size_t I = 0; I != Lines.size(); ++I)
    if (I == 0 || Lines[I] != Lines[I - 1])
      Starts.push_back(I);
  Starts.push_back(Lines.size());
  return Starts;
}

/// A table of best scores for suffixes of both sequences; each cell holds what can be had from there on.
class Table {
public:
  Table(std::size_t TheRows, std::size_t TheColumns) : Columns(TheColumns + 1), Best((TheRows + 1) * Columns, 0) {}
  std::uint32_t &at(std::size_t Row, std::size_t Column) { return Best[Row * Columns + Column]; }

  /// Fills the table for a score of matching two items (0: they do not match), then walks an optimal path; ties prefer
  /// early matches.
  template <class Score, class OnMatch> void solve(std::size_t Rows, Score ScoreOf, OnMatch Matched) {
    std::size_t Width = Columns - 1;
    for (std::size_t R = Rows; R-- != 0;)
      for (std::size_t C = Width; C-- != 0;) {
        std::uint32_t Together = ScoreOf(R, C);
        at(R, C) = std::max({at(R + 1, C), at(R, C + 1), Together ? Together + at(R + 1, C + 1) : 0});
      }
    for (std::size_t R = 0, C = 0; R != Rows && C != Width;) {
      std::uint32_t Together = ScoreOf(R, C);
      if (Together && Together + at(R + 1, C + 1) == at(R, C))
        Matched(R++, C++);
      else if (at(R + 1, C) == at(R, C))
        ++R;
      else
        ++C;
    }
  }

private:
  std::size_t Columns;
  std::vector<std::uint32_t> Best;
};

std::uint32_t commonItems(const Items &Old, std::size_t OldBegin, std::size_t OldEnd, const Items &New,
                          std::size_t NewBegin, std::size_t NewEnd) {
  Items A(Old.begin() + OldBegin, Old.begin() + OldEnd), B(New.begin() + NewBegin, New.begin() + NewEnd);
  Alignment Common = align(A, B);
  return static_cast<std::uint32_t>(A.size() -
                                    std::count(Common.NewOf.begin(), Common.NewOf.end(), Alignment::Unmatched));
}

Alignment unmatched(std::size_t OldSize, std::size_t NewSize) {
  Alignment Result;
  Result.NewOf.assign(OldSize, Alignment::Unmatched);
  Result.OldOf.assign(NewSize, Alignment::Unmatched);
  return Result;
}

} // namespace

Alignment align(const Items &Old, const Items &New) {
  Alignment Result = unmatched(Old.size(), New.size());
  for (auto [O, N] :
       commonSubsequence(Old.size(), New.size(), [&](std::size_t O, std::size_t N) { return Old[O] == New[N]; })) {
    Result.NewOf[O] = static_cast<unsigned>(N);
    Result.OldOf[N] = static_cast<unsigned>(O);
  }
  return Result;
}

Alignment alignByLines(const Items &Old, const Items &OldLines, const Items &New, const Items &NewLines) {
  constexpr std::size_t MostCells = 1'000'000, MostLinePairs = 4'000;
  auto OldStarts = lineStarts(OldLines), NewStarts = lineStarts(NewLines);
  std::size_t OldCount = OldStarts.size() - 1, NewCount = NewStarts.size() - 1;
  if (Old.empty() || New.empty() || Old.size() * New.size() > MostCells || OldCount * NewCount > MostLinePairs)
    return align(Old, New);

  // Pair lines by the share of items they have in common.
  std::vector<std::size_t> PartnerLine(OldCount, NewCount);
  std::vector<std::uint32_t> Similarity(OldCount * NewCount);
  for (std::size_t O = 0; O != OldCount; ++O)
    for (std::size_t N = 0; N != NewCount; ++N) {
      std::size_t Longer = std::max(OldStarts[O + 1] - OldStarts[O], NewStarts[N + 1] - NewStarts[N]);
      std::uint32_t Common = commonItems(Old, OldStarts[O], OldStarts[O + 1], New, NewStarts[N], NewStarts[N + 1]);
      Similarity[O * NewCount + N] = 2 * Common >= Longer ? static_cast<std::uint32_t>(1000 * Common / Longer) : 0;
    }
  Table(OldCount, NewCount)
      .solve(
          OldCount, [&](std::size_t O, std::size_t N) { return Similarity[O * NewCount + N]; },
          [&](std::size_t O, std::size_t N) { PartnerLine[O] = N; });

  std::vector<std::size_t> OldLineOf(Old.size()), NewLineOf(New.size());
  for (std::size_t L = 0; L != OldCount; ++L)
    std::fill(OldLineOf.begin() + OldStarts[L], OldLineOf.begin() + OldStarts[L + 1], L);
  for (std::size_t L = 0; L != NewCount; ++L)
    std::fill(NewLineOf.begin() + NewStarts[L], NewLineOf.begin() + NewStarts[L + 1], L);
  Alignment Result = unmatched(Old.size(), New.size());
  // The length comes first: one more match outweighs all the bonus points there can be.
  auto Match = static_cast<std::uint32_t>(std::min(Old.size(), New.size()) + 1);
  Table(Old.size(), New.size())
      .solve(
          Old.size(),
          [&](std::size_t O, std::size_t N) -> std::uint32_t {
            return Old[O] != New[N] ? 0 : Match + (PartnerLine[OldLineOf[O]] == NewLineOf[N]);
          },
          [&](std::size_t O, std::size_t N) {
            Result.NewOf[O] = static_cast<unsigned>(N);
            Result.OldOf[N] = static_cast<unsigned>(O);
          });
  return Result;
}

} // namespace vernier
