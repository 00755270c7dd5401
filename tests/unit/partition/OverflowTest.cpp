// Signed overflow that is looked for (--check-overflow).

#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

PartitionSearch explored(const std::string &Old, const std::string &New, PartitionMode Mode = PartitionMode::Sliced,
                         bool CheckOverflow = true) {
  SmallVersions Pair({Old, New});
  PartitionPairOptions Options;
  Options.Time = std::chrono::seconds(20);
  Options.Mode = Mode;
  Options.CheckOverflow = CheckOverflow;
  auto Found = partitionPair(*Pair.Maps.front(), Pair.space(), Options, temporaryCache());
  EXPECT_TRUE(Found) << (Found ? "" : Found.error().Message);
  return Found ? std::move(Found->Found) : PartitionSearch{};
}

/// What the old version does in the first class in which only that is undefined.
UndefinedUse useOfOld(const PartitionSearch &Found) {
  for (const DifferentialPartition &Part : Found.Partitions)
    if (!Part.UndefinedUses.empty() && Part.UndefinedUses[1].Code.empty())
      return Part.UndefinedUses[0];
  return {"nothing is undefined in the old version only"};
}

bool all(const PartitionSearch &Found, Answer What) {
  for (const DifferentialPartition &Part : Found.Partitions)
    if (Part.What != What)
      return false;
  return Found.Covered && !Found.Partitions.empty();
}

unsigned count(const PartitionSearch &Found, Answer What) {
  unsigned Number = 0;
  for (const DifferentialPartition &Part : Found.Partitions)
    Number += Part.What == What;
  return Number;
}

} // namespace

TEST(Overflow, OfOneVersionIsADifference) {
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionSearch Found = explored("int f(int len) { return len + 100 < len; }",
                                     "int f(int len) { return len > 2147483647 - 100; }", Mode);
    UndefinedUse Use = useOfOld(Found);
    EXPECT_EQ(Use.Code, "signed-integer-overflow");
    EXPECT_EQ(Use.Where.Line, 1u);
    EXPECT_NE(Use.Text.find(" + 100 does not fit into 32 bits"), std::string::npos) << Use.Text;
    EXPECT_EQ(count(Found, Answer::Different), 1u);
    EXPECT_EQ(count(Found, Answer::Unknown), 0u);
    EXPECT_TRUE(Found.Covered);
  }
}

TEST(Overflow, WrapsWhereItIsNotLookedFor) {
  PartitionSearch Found =
      explored("int f(int len) { return len + 100 < len; }", "int f(int len) { return len > 2147483647 - 100; }",
               PartitionMode::Sliced, /*CheckOverflow=*/false);
  EXPECT_TRUE(all(Found, Answer::Equal));
}

TEST(Overflow, OfAnOperationWhoseResultNobodyUses) {
  EXPECT_EQ(useOfOld(explored("int f(int x, int y) { int z = 0; if (y > 5) z = x * 3; (void)z; return 1; }",
                              "int f(int x, int y) { (void)x; (void)y; return 1; }"))
                .Code,
            "signed-integer-overflow");
}

TEST(Overflow, OfValuesThatDoNotDependOnTheInput) {
  EXPECT_EQ(useOfOld(explored("int g = 2147483647; int f(int x) { if (x == 77) g = g + 1; return x; }",
                              "int g = 2147483647; int f(int x) { if (x == 77) g = (int)(g + 1u); return x; }"))
                .Code,
            "signed-integer-overflow");
}

TEST(Overflow, OfNegationAndAbsoluteValue) {
  EXPECT_EQ(useOfOld(explored("int f(int x) { return x < 0 ? -x : x; }",
                              "int f(int x) { return x < 0 ? (int)(0u - x) : x; }"))
                .Text,
            "-(-2147483648) does not fit into 32 bits");
  EXPECT_EQ(useOfOld(explored("int abs(int); int f(int x) { return abs(x); }",
                              "int f(int x) { return x < 0 ? (int)(0u - x) : x; }"))
                .Code,
            "signed-integer-overflow");
}

// The operation is the same; what it means is not.
TEST(Overflow, OfASumThatBecameUnsigned) {
  PartitionSearch Found =
      explored("int f(int x, int y) { return x + y; }", "int f(int x, int y) { return (int)((unsigned)x + y); }");
  EXPECT_EQ(useOfOld(Found).Code, "signed-integer-overflow");
}

TEST(Overflow, OfBothVersionsIsUnknown) {
  PartitionSearch Found = explored("int f(int x) { return x + 1 > 5; }", "int f(int x) { return x + 1 >= 6; }");
  EXPECT_EQ(count(Found, Answer::Different), 0u);
  EXPECT_EQ(count(Found, Answer::Unknown), 1u);
  for (const DifferentialPartition &Part : Found.Partitions)
    if (Part.What == Answer::Unknown) {
      EXPECT_EQ(Part.Why.Code, "undefined-behaviour");
    }
  EXPECT_TRUE(Found.Covered);
}

TEST(Overflow, ThatCannotHappenIsNone) {
  EXPECT_TRUE(all(explored("int f(short a, signed char b) { a++; b += a; return a * b + 1; }",
                           "int f(short a, signed char b) { a += 1; b = b + a; return 1 + b * a; }"),
                  Answer::Equal));
  EXPECT_TRUE(all(explored("unsigned f(unsigned a, unsigned b) { return a + b; }",
                           "unsigned f(unsigned a, unsigned b) { return b - -a; }"),
                  Answer::Equal));
}

} // namespace vernier::test
