#include "source/Alignment.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vernier {
namespace {

using Items = std::vector<std::uint32_t>;

/// Length of a longest common subsequence, by the textbook table.
std::size_t longest(const Items &Old, const Items &New) {
  std::vector<std::vector<std::size_t>> Table(Old.size() + 1, std::vector<std::size_t>(New.size() + 1, 0));
  for (std::size_t O = 1; O <= Old.size(); ++O)
    for (std::size_t N = 1; N <= New.size(); ++N)
      Table[O][N] = Old[O - 1] == New[N - 1] ? Table[O - 1][N - 1] + 1 : std::max(Table[O - 1][N], Table[O][N - 1]);
  return Table[Old.size()][New.size()];
}

std::size_t check(const Items &Old, const Items &New, const Alignment &Result) {
  EXPECT_EQ(Result.NewOf.size(), Old.size());
  EXPECT_EQ(Result.OldOf.size(), New.size());
  std::size_t Matched = 0;
  unsigned Last = 0;
  for (unsigned O = 0; O != Old.size(); ++O) {
    unsigned N = Result.NewOf[O];
    if (N == Alignment::Unmatched)
      continue;
    EXPECT_EQ(Old[O], New[N]);
    EXPECT_EQ(Result.OldOf[N], O);
    EXPECT_TRUE(Matched == 0 || N > Last) << "crossing";
    Last = N;
    ++Matched;
  }
  EXPECT_EQ(Matched, New.size() - std::count(Result.OldOf.begin(), Result.OldOf.end(), Alignment::Unmatched));
  return Matched;
}

TEST(Alignment, IsLongestOnRandomSequences) {
  Random Dice(7);
  for (unsigned Round = 0; Round != 5000; ++Round) {
    Items Old, New;
    for (auto *Side : {&Old, &New})
      for (unsigned I = Dice.below(14); I != 0; --I)
        Side->push_back(Dice.below(1 + Dice.below(6)));
    Alignment Result = align(Old, New);
    ASSERT_EQ(check(Old, New, Result), longest(Old, New)) << "round " << Round;
  }
}

TEST(Alignment, IsLongestByLinesToo) {
  Random Dice(8);
  for (unsigned Round = 0; Round != 3000; ++Round) {
    Items Old, New, OldLines, NewLines;
    for (auto [Side, Lines] : {std::pair(&Old, &OldLines), std::pair(&New, &NewLines)})
      for (unsigned I = Dice.below(14), Line = 1; I != 0; --I) {
        Side->push_back(Dice.below(5));
        Lines->push_back(Line += Dice.chance(30));
      }
    ASSERT_EQ(check(Old, New, alignByLines(Old, OldLines, New, NewLines)), longest(Old, New)) << "round " << Round;
  }
}

TEST(Alignment, KeepsLinesTogether) {
  // a = 1 ; / } / b = 2 ;   against   b = 3 ;
  Items Old{0, 9, 1, 8, 7, 5, 9, 2, 8}, OldLines{1, 1, 1, 1, 2, 3, 3, 3, 3};
  Items New{5, 9, 3, 8}, NewLines{1, 1, 1, 1};
  auto Result = alignByLines(Old, OldLines, New, NewLines);
  EXPECT_EQ(Result.OldOf[1], 6u);
  EXPECT_EQ(Result.OldOf[3], 8u);
}

TEST(Alignment, HandlesEmptySides) {
  EXPECT_TRUE(align({}, {}).NewOf.empty());
  EXPECT_EQ(align({1}, {}).NewOf[0], Alignment::Unmatched);
  EXPECT_EQ(align({}, {1}).OldOf[0], Alignment::Unmatched);
}

} // namespace
} // namespace vernier
