#include "base/Diff.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <string>

using namespace vernier;

namespace {

std::vector<std::pair<std::size_t, std::size_t>> diff(const std::string &A, const std::string &B) {
  return commonSubsequence(A.size(), B.size(), [&](std::size_t I, std::size_t J) { return A[I] == B[J]; });
}

/// The length by the textbook table.
std::size_t longest(const std::string &A, const std::string &B) {
  std::vector<std::vector<std::size_t>> Table(A.size() + 1, std::vector<std::size_t>(B.size() + 1, 0));
  for (std::size_t I = 1; I <= A.size(); ++I)
    for (std::size_t J = 1; J <= B.size(); ++J)
      Table[I][J] = A[I - 1] == B[J - 1] ? Table[I - 1][J - 1] + 1 : std::max(Table[I - 1][J], Table[I][J - 1]);
  return Table[A.size()][B.size()];
}

} // namespace

TEST(Diff, IsALongestCommonSubsequenceOfRandomStrings) {
  Random R(42);
  for (int Round = 0; Round < 500; ++Round) {
    std::string A, B;
    for (auto N = R.below(30); N > 0; --N)
      A += static_cast<char>('a' + R.below(4));
    for (auto N = R.below(30); N > 0; --N)
      B += static_cast<char>('a' + R.below(4));
    auto Pairs = diff(A, B);
    ASSERT_EQ(Pairs.size(), longest(A, B)) << A << " " << B;
    for (std::size_t I = 0; I < Pairs.size(); ++I) {
      ASSERT_EQ(A[Pairs[I].first], B[Pairs[I].second]);
      if (I > 0) {
        ASSERT_LT(Pairs[I - 1].first, Pairs[I].first);
        ASSERT_LT(Pairs[I - 1].second, Pairs[I].second);
      }
    }
  }
}

TEST(Diff, GivesUpOnTheMiddleOfStrangers) {
  std::string A = "(" + std::string(300, 'a') + ")", B = "(" + std::string(300, 'b') + ")";
  auto Pairs = commonSubsequence(A.size(), B.size(), [&](std::size_t I, std::size_t J) { return A[I] == B[J]; }, 10);
  EXPECT_EQ(Pairs.size(), 2u);
}
