// Solutions of linear constraints, against trying all values.

#include "term/LatticePoints.h"
#include "base/Random.h"

#include <gtest/gtest.h>

using namespace vernier;

namespace {

bool satisfied(const LinearSystem &System, const std::vector<WideInteger> &Values) {
  for (const LinearConstraint &Each : System.Constraints) {
    WideInteger Sum = 0;
    for (std::size_t I = 0; I < Values.size(); ++I)
      Sum += Each.Factors[I] * Values[I];
    if (Each.Equal ? Sum != Each.Most : Sum > Each.Most)
      return false;
  }
  return true;
}

std::uint64_t byTrying(const LinearSystem &System, std::vector<WideInteger> &Values) {
  if (Values.size() == System.Bounds.size())
    return satisfied(System, Values);
  std::uint64_t Count = 0;
  auto [Low, High] = System.Bounds[Values.size()];
  for (WideInteger Value = Low; Value <= High; ++Value) {
    Values.push_back(Value);
    Count += byTrying(System, Values);
    Values.pop_back();
  }
  return Count;
}

LinearSystem randomSystem(Random &Generator, int MostFactor) {
  LinearSystem System;
  std::size_t Variables = 1 + Generator.below(4);
  for (std::size_t I = 0; I < Variables; ++I) {
    auto Low = Generator.between(-9, 9);
    System.Bounds.push_back({Low, Low + Generator.between(-1, 9)});
  }
  for (std::size_t I = 0, N = Generator.below(5); I < N; ++I) {
    LinearConstraint Each;
    for (std::size_t J = 0; J < Variables; ++J)
      Each.Factors.push_back(Generator.chance(30) ? 0 : Generator.between(-MostFactor, MostFactor));
    Each.Most = Generator.between(-12, 25);
    Each.Equal = Generator.chance(15);
    System.Constraints.push_back(std::move(Each));
  }
  return System;
}

} // namespace

TEST(LatticePoints, RandomSystems) {
  Random Generator(5);
  unsigned Some = 0;
  for (unsigned I = 0; I < 3000; ++I) {
    LinearSystem System = randomSystem(Generator, I % 3 == 0 ? 1 : I % 3 == 1 ? 3 : 9);
    std::vector<WideInteger> Values;
    std::uint64_t Wanted = byTrying(System, Values);
    std::size_t Effort = 1'000'000;
    auto Found = countSolutions(System, Effort);
    ASSERT_TRUE(Found.has_value()) << "system " << I;
    ASSERT_EQ(Found->getZExtValue(), Wanted) << "system " << I;
    Some += Wanted > 1;
  }
  EXPECT_GT(Some, 800u);
}

TEST(LatticePoints, LargeEquations) {
  // 7 x + 11 y + 13 z = 1001 with 0 <= x, y, z: a classic denumerant
  LinearSystem System{{{0, WideInteger(1) << 40}, {0, WideInteger(1) << 40}, {0, WideInteger(1) << 40}},
                      {{{7, 11, 13}, 1001, true}}};
  unsigned Wanted = 0;
  for (int X = 0; 7 * X <= 1001; ++X)
    for (int Y = 0; 7 * X + 11 * Y <= 1001; ++Y)
      Wanted += (1001 - 7 * X - 11 * Y) % 13 == 0;
  std::size_t Effort = 1'000'000;
  auto Found = countSolutions(System, Effort);
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->getZExtValue(), Wanted);
}

TEST(LatticePoints, GivesUpWhenEffortIsUsedUp) {
  LinearSystem System{{{0, 1000}, {0, 1000}, {0, 1000}}, {{{3, 5, 7}, 5000, false}}};
  std::size_t Effort = 500;
  EXPECT_FALSE(countSolutions(System, Effort).has_value());
  EXPECT_EQ(Effort, 0u);
}
