// What expose finds and says: the figures of Qi et al. 2010 as programs of our own, each kind of leaf, and the reasons
// for what is not exposed.

#include "unit/exposure/Exposures.h"

namespace vernier::test {

namespace {

std::string replaced(std::string Text, const std::string &Part, const std::string &With) {
  auto At = Text.find(Part);
  EXPECT_NE(At, std::string::npos) << Part;
  return Text.replace(At, Part.size(), With);
}

/// Qi et al. 2010, figure 1.
const std::string Figure1 = R"(int f(int x) {
  int y, o;
  if (x > 0) {
    y = 3;
    if (x - y > 0)
      o = y;
    else
      o = 0;
  } else
    o = -1;
  if (x > 20)
    o = 10;
  return o;
})";

} // namespace

TEST(Expose, OnlyOneInputShowsTheChangeOfFigure1) {
  Exposures Pair(Figure1, replaced(Figure1, "y = 3", "y = 2"), {Exposures::input({-1})});
  ASSERT_EQ(Pair.Result.Changes.size(), 1u);
  const ExposedChange &Change = Pair.Result.Changes[0];
  EXPECT_TRUE(Change.Reached);
  EXPECT_TRUE(Change.Infected);
  std::int64_t X = Pair.exposing();
  // 2 and 3 differ for every x from 3 to 20, where one of both is shown; the branch differs for 3 only.
  EXPECT_TRUE(X >= 3 && X <= 20) << X;
  EXPECT_LE(Change.RunsToReach, 2u);
}

TEST(Expose, OnlyThreeDecidesTheBranchOtherwise) {
  // Of figure 1 with another use: the branch alone shows the change.
  std::string Old = replaced(Figure1, "o = y", "o = 7");
  Exposures Pair(Old, replaced(Old, "y = 3", "y = 2"), {Exposures::input({-1})});
  EXPECT_EQ(Pair.exposing(), 3);
  EXPECT_EQ(Pair.through(), LeafKind::Branch);
}

TEST(Expose, AnIntentThatIsNotUsedFigure4) {
  const std::string Old = R"(int f(int valid, int other, int enabled, int equipped) {
    int unknown = valid && other == 0;
    int separation = 0;
    if (enabled && ((equipped && unknown) || !equipped))
      separation = 1;
    return separation;
  })";
  Exposures Pair(Old, replaced(Old, "valid && other", "valid || other"), {Exposures::input({1, 5, 0, 0})});
  EXPECT_TRUE(Pair.exposed());
}

TEST(Expose, ARateBetweenTheLimitsFigure5) {
  const std::string Old = R"(int f(int confidence, int rate, int separation) {
    int enabled = confidence && (rate <= 600) && (separation > 600);
    return enabled;
  })";
  Exposures Pair(Old, replaced(Old, "rate <= 600", "rate <= 700"), {Exposures::input({0, 0, 0})});
  std::int64_t Rate = Pair.exposing(1);
  EXPECT_GT(Rate, 600);
  EXPECT_LE(Rate, 700);
}

TEST(Expose, AShiftThatWasAComparisonFigure6) {
  const std::string Old = "unsigned f(unsigned red) { unsigned char high = (red > 8) & 0xff; return high; }";
  EXPECT_TRUE(Exposures(Old, replaced(Old, "red > 8", "red >> 8")).exposed());
}

TEST(Expose, WhatIsDefinedAndNotUsedIsBroughtToAUse) {
  const std::string Old = "int f(int x, int u) { int y = x * 3; int o = 0; if (u == 77) o = y; return o; }";
  Exposures Pair(Old, replaced(Old, "x * 3", "x * 5"), {Exposures::input({4, 0})});
  EXPECT_EQ(Pair.exposing(1), 77);
  EXPECT_EQ(Pair.through(), LeafKind::Unused);
}

TEST(Expose, AConstantThatIsNotUsedIsBroughtToAUse) {
  const std::string Old = "int f(int u) { int y = 3; int o = 0; if (u == 77) o = y; return o; }";
  Exposures Pair(Old, replaced(Old, "y = 3", "y = 2"), {Exposures::input({5})});
  EXPECT_EQ(Pair.exposing(), 77);
}

TEST(Expose, WhatAFactorOfZeroAbsorbsIsPassedOn) {
  const std::string Old = "int f(int x, int u) { int y = x + 3; return y * u; }";
  Exposures Pair(Old, replaced(Old, "x + 3", "x + 4"), {Exposures::input({1, 0})});
  EXPECT_NE(Pair.exposing(1), 0);
  EXPECT_EQ(Pair.through(), LeafKind::Absorbed);
}

TEST(Expose, WhatAMaskAbsorbsIsPassedOn) {
  const std::string Old = "int f(int x, int u) { int y = x & 3; return (y & u) | 16; }";
  Exposures Pair(Old, replaced(Old, "x & 3", "x & 7"), {Exposures::input({4, 0})});
  EXPECT_TRUE(Pair.exposing(1) & 4);
}

TEST(Expose, ABranchThatIsDecidedEquallyIsDecidedOtherwise) {
  const std::string Old = "int f(int x) { if (x > 9999) return 2; int y = x + 3; if (y > 1000) return 1; return 0; }";
  Exposures Pair(Old, replaced(Old, "x + 3", "x + 4"), {Exposures::input({0})});
  EXPECT_EQ(Pair.exposing(), 997);
  EXPECT_EQ(Pair.through(), LeafKind::Branch);
}

TEST(Expose, AConditionThatHoldsInBothIsMadeToDiffer) {
  const std::string Old = "int f(int x) { if (x > 5) return 1; return 0; }";
  Exposures Pair(Old, replaced(Old, "x > 5", "x >= 5"), {Exposures::input({0})});
  EXPECT_EQ(Pair.exposing(), 5);
}

TEST(Expose, AStatementThatIsGoneIsReachedInTheOldVersion) {
  Exposures Pair("int f(int x) { int y = x; if (x == 3) y = 0; return y; }", "int f(int x) { int y = x; return y; }",
                 {Exposures::input({0})});
  ASSERT_FALSE(Pair.Result.Changes.empty());
  for (const ExposedChange &Each : Pair.Result.Changes)
    EXPECT_TRUE(Each.Exposed) << Each.Change.Text;
  EXPECT_EQ(Pair.Result.Tests[*Pair.Result.Changes[0].ExposedBy].Input[0].getSExtValue(), 3);
}

TEST(Expose, AnExistingTestThatShowsTheChangeIsEnough) {
  const std::string Old = "int f(int x) { if (x == 12345) return 1; return 0; }";
  Exposures Pair(Old, replaced(Old, "return 1", "return 2"), {Exposures::input({1}), Exposures::input({12345})});
  EXPECT_EQ(Pair.exposing(), 12345);
  EXPECT_EQ(Pair.Result.Changes[0].RunsToReach, 2u);
}

TEST(Expose, CodeThatNothingCallsHasNoWay) {
  const std::string Old = "int g(int x) { return x + 1; } int f(int x) { return x; }";
  Exposures Pair(Old, replaced(Old, "x + 1", "x + 2"));
  ASSERT_EQ(Pair.Result.Changes.size(), 1u);
  EXPECT_FALSE(Pair.Result.Changes[0].Reached);
  EXPECT_EQ(Pair.Result.Changes[0].Why, Unexposed::NoWay);
}

TEST(Expose, ARefactoringIsReachedAndNotExposed) {
  const std::string Old = "int f(int x) { return x * 2; }";
  Exposures Pair(Old, replaced(Old, "x * 2", "x + x"));
  ASSERT_EQ(Pair.Result.Changes.size(), 1u);
  EXPECT_TRUE(Pair.Result.Changes[0].Reached);
  EXPECT_FALSE(Pair.Result.Changes[0].Exposed);
  EXPECT_EQ(Pair.Result.Changes[0].Why, Unexposed::NotInfected);
}

TEST(Expose, WhatNoInputReachesIsNotReached) {
  const std::string Old = "int f(int x) { if (x > 5 && x < 3) return 1; return 0; }";
  Exposures Pair(Old, replaced(Old, "return 1", "return 2"));
  ASSERT_EQ(Pair.Result.Changes.size(), 1u);
  EXPECT_FALSE(Pair.Result.Changes[0].Reached);
  EXPECT_EQ(Pair.Result.Changes[0].Why, Unexposed::NotReached);
}

TEST(Expose, OneVersionAgainstItselfHasNothingToShow) {
  EXPECT_TRUE(Exposures(Figure1, Figure1).Result.Changes.empty());
}

TEST(Expose, WhatOnlyTracedRunsShowIsNotClaimed) {
  // The read behind the array shows whatever lies there; plain builds decide whether that is a difference.
  const std::string Old = "int f(int x) { int a[4] = {1, 2, 3, 4}; int i = x & 3; return a[i]; }";
  Exposures Pair(Old, replaced(Old, "x & 3", "x & 7"), {Exposures::input({0})});
  for (const ExposedChange &Each : Pair.Result.Changes)
    if (Each.Exposed)
      EXPECT_TRUE(Pair.Result.Tests[*Each.ExposedBy].Differs);
    else
      EXPECT_NE(Each.Why, Unexposed::None);
}

} // namespace vernier::test
