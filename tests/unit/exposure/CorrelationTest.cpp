// Branches that the input cannot flip by themselves (Qi et al. 2010, section 4.3), and chains of them.

#include "unit/exposure/Exposures.h"

namespace vernier::test {

namespace {

/// The function with `return 1` where the change is, reached from an input that goes elsewhere.
std::uint64_t runsToReach(const std::string &Body, const std::vector<int> &From) {
  std::string Old = Body, New = Body;
  auto At = New.find("return 1;");
  EXPECT_NE(At, std::string::npos);
  New.replace(At, 9, "return 2;");
  Exposures Pair(Old, New, {Exposures::input(From)});
  EXPECT_TRUE(Pair.exposed()) << Body;
  return Pair.exposed() ? Pair.Result.Changes[0].RunsToReach : 0;
}

} // namespace

TEST(Correlation, TwoBranchesOfOneValueContradict) {
  EXPECT_LE(runsToReach("int f(int x) { int n = 0; if (x > 2) n = 1; if (x < 0) return 1; return n; }", {3}), 2u);
}

TEST(Correlation, TheFirstBranchLeavesTheFunction) {
  EXPECT_LE(runsToReach("int f(int x) { if (x > 2) return 0; if (x < 0) return 1; return 3; }", {3}), 3u);
}

TEST(Correlation, AnAssignmentUnderABranchDecides) {
  EXPECT_LE(runsToReach("int f(int x) { int y; if (x > 0) y = 1; else y = 0; if (y) return 1; return 0; }", {0}), 2u);
}

TEST(Correlation, AnAssignmentThatWasNotMadeDecides) {
  EXPECT_LE(runsToReach("int f(int x) { int y = 0; if (x > 700) y = 1; if (y) return 1; return 0; }", {0}), 2u);
}

TEST(Correlation, AChainOfAssignmentsDecides) {
  EXPECT_LE(runsToReach("int f(int x) { int y = 1, z; if (x == 5) y = 3; z = y; if (z > 2) return 1; return 0; }", {0}),
            2u);
}

TEST(Correlation, TwoEarlierBranchesHaveToFlip) {
  EXPECT_LE(runsToReach("int f(int x, int y) { int a = 0, b = 0; if (x == 51) a = 1; if (y == 77) b = a;"
                        " if (b) return 1; return 0; }",
                        {0, 0}),
            8u);
}

TEST(Correlation, ThroughThreeBranchesAndACall) {
  EXPECT_LE(runsToReach("static int pick(int a) { if (a == 9) return 4; return 0; }"
                        "int f(int x, int y) { int m = pick(x), n = 0; if (m == 4) n = 1; int k = n;"
                        " if (k && y > 100) return 1; return 0; }",
                        {0, 0}),
            8u);
}

TEST(Correlation, AConflictThatNoPairExplains) {
  // x > 10, y > 10 and x + y < 15 contradict together only.
  EXPECT_LE(runsToReach("int f(int x, int y) { int n = 0; if (x > 10) n++; if (y > 10) n++;"
                        " if (x > 0 && y > 0 && x < 100 && y < 100) if (x + y < 15) return 1; return n; }",
                        {20, 20}),
            4u);
}

TEST(Correlation, UntaintedBranchesAreNotAskedAbout) {
  const std::string Old = "int f(int x) { int s = 0; for (int i = 0; i < 50; i++) if (i % 7 == 3) s += i;"
                          " int y = 0; if (x == 9) y = 1; if (y) return 1; return s; }";
  std::string New = Old;
  New.replace(New.find("return 1;"), 9, "return 2;");
  Exposures Pair(Old, New, {Exposures::input({0})});
  EXPECT_TRUE(Pair.exposed());
  EXPECT_GT(Pair.Result.Statistics.UntaintedSaved, 0u);
  EXPECT_LT(Pair.Result.Statistics.Queries, 20u);
}

} // namespace vernier::test
