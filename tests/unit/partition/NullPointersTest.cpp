#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

#include <functional>

namespace vernier::test {

namespace {

/// Claims about all values of a byte; Differs says what is true.
void check(const std::string &Old, const std::string &New, const std::function<bool(int)> &Differs,
           const std::vector<unsigned> &Merging = {0}) {
  SmallVersions Pair({Old, New});
  InputSpace Space = Pair.space();
  for (unsigned MergeFrom : Merging) {
    PartitionPairOptions Options;
    Options.MergeFrom = MergeFrom;
    Options.Time = std::chrono::seconds(30);
    auto Found = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Found) << Found.error().Message;
    EXPECT_TRUE(Found->Found.Covered);
    for (int Value = -128; Value != 128; ++Value) {
      Assignment Values{{Found->Leaves[0], llvm::APInt(8, std::uint64_t(Value), true)}};
      for (const DifferentialPartition &Part : Found->Found.Partitions)
        if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Values).isOne(); }))
          EXPECT_EQ(Part.What, Differs(Value) ? Answer::Different : Answer::Equal) << Old << Value;
    }
  }
}

/// Nobody uses what is read, or what is written: the access is all that matters.
std::string program(const std::string &Condition, const std::string &Access) {
  return "int f(signed char x) { int v = 3, *p = &v, r = 0; if (" + Condition + ") p = 0; " + Access +
         " (void)r; return 1; }";
}

} // namespace

// Found by the campaign (seed 100): a pointer that a branch chooses has no term, but an access through it dies or not.
TEST(NullPointers, AnAccessThroughAPointerDependsOnWhatChoseIt) {
  auto IsThree = [](int X) { return X == 3; };
  check(program("x > 2", "r = *p;"), program("x > 3", "r = *p;"), IsThree, {0, 1});
  check(program("x > 2", "*p = 1;"), program("x > 3", "*p = 1;"), IsThree);
}

TEST(NullPointers, ADeathIsNotTheOutcomeOfInputsThatLive) {
  auto Between = [](int X) { return X == 3 || X == 4; };
  check(program("x < 5", "r = *p;"), program("x < 3", "r = *p;"), Between);
  check(program("x < 5", "*p = 1;"), program("x < 3", "*p = 1;"), Between);
}

// Nobody uses what the side that is not taken computes, and it may still end the program.
TEST(NullPointers, ASideThatIsNotTakenMayTrap) {
  auto Old = [](const std::string &Loop) {
    return "int f(signed char x) { int y = 0, z = 1; " + Loop + " (y / z) + 8 / z; return x; }";
  };
  auto New = [](const std::string &Loop) {
    return "int f(signed char x) { int y = 0, z = x != 5; " + Loop + " (y / z) + 8 / z; return x; }";
  };
  auto IsFive = [](int X) { return X == 5; };
  check(Old("if (x & 1) y ="), New("if (x & 1) y ="), IsFive);
  check(Old("for (int i = 0; i < (x & 1); i++) y ="), New("for (int i = 0; i < (x & 1); i++) y ="), IsFive);
}

TEST(NullPointers, ASideThatIsNotTakenMayReadThroughNull) {
  std::string Read = " if (x & 1) y = *p; return x; }";
  check("int g; int f(signed char x) { int y = 0, *p = &g;" + Read,
        "int g; int f(signed char x) { int y = 0, *p = x == 5 ? 0 : &g;" + Read, [](int X) { return X == 5; });
}

TEST(NullPointers, WhatBothDieOfIsNoDifference) {
  std::string Before =
      "static int d(int a) { return 10 / a; } int f(signed char x) { int y = 0; if (x & 1) y = d(x - 5); ";
  check(Before + "return 1; }", Before + "return 2; }", [](int X) { return X != 5; });
}

TEST(NullPointers, CopiesAreAccesses) {
  const std::string Large = "struct s { int a[64]; }; static struct s from, to; int f(signed char x) "
                            "{ struct s *p = &from; if (";
  check(Large + "x > 2) p = 0; to = *p; return 1; }", Large + "x > 3) p = 0; to = *p; return 1; }",
        [](int X) { return X == 3; });
}

} // namespace vernier::test
