// Signed overflow that is looked for (--check-overflow): no class that is claimed has an input that overflows.

#include "unit/bounded/Prove.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

Proof proveChecked(const std::string &Old, const std::string &New) {
  ProofOptions Options;
  Options.CheckOverflow = true;
  return prove(Old, New, "f", Options);
}

/// What is claimed of an input with one value.
Answer claimOf(const Proof &Done, std::int64_t Value) {
  InputAssignment Input{llvm::APInt(32, static_cast<std::uint64_t>(Value))};
  for (const BoundedPartition &Part : Done.Result.Partitions)
    if (Part.Contains(Input))
      return Part.What;
  return Answer::Unknown;
}

} // namespace

TEST(BoundedOverflow, IsNotClaimed) {
  const char *Old = "int f(int len) { return len + 100 < len; }";
  const char *New = "int f(int len) { return len > 2147483647 - 100; }";
  EXPECT_TRUE(prove(Old, New).equal());
  Proof Done = proveChecked(Old, New);
  EXPECT_EQ(Done.Result.Judged.What, Answer::Unknown) << Done.text();
  EXPECT_EQ(Done.Result.Judged.Why.Code, "signed-integer-overflow");
  EXPECT_EQ(claimOf(Done, 2147483547), Answer::Equal);
  EXPECT_EQ(claimOf(Done, 2147483548), Answer::Unknown);
}

TEST(BoundedOverflow, OfEveryOperation) {
  for (const char *Body : {"x - 2147483647 - 2", "x * 3", "-x", "abs(x)", "x++ + 0 * x"}) {
    std::string Text = std::string("int abs(int); int f(int x) { return (") + Body + ") > 5; }";
    std::string Other = std::string("int abs(int); int f(int x) { return (") + Body + ") >= 6; }";
    EXPECT_TRUE(prove(Text, Other).equal()) << Body;
    EXPECT_EQ(proveChecked(Text, Other).Result.Judged.Why.Code, "signed-integer-overflow") << Body;
  }
}

TEST(BoundedOverflow, ThatCannotHappenIsProved) {
  Proof Done = proveChecked("int f(int x) { return x < 0 || x > 1000 ? 0 : x * 3 + x; }",
                            "int f(int x) { return x < 0 || x > 1000 ? 0 : x * 4; }");
  EXPECT_TRUE(Done.equal()) << Done.text();
  Done = proveChecked("unsigned f(unsigned x, short s) { s++; return x + s; }",
                      "unsigned f(unsigned x, short s) { s += 1; return s + x; }");
  EXPECT_TRUE(Done.equal()) << Done.text();
}

// A function that did not change stays closed, unless it may overflow.
TEST(BoundedOverflow, OfAnUnchangedFunction) {
  std::string Sum =
      "static int sum(int n) { int s = 2147483000; for (int i = 0; i < n && i < 9; i++) s += n; return s; }";
  const char *Old = "int f(int x) { return sum(x) > 5; }", *New = "int f(int x) { return sum(x) >= 6; }";
  EXPECT_EQ(proveChecked(Sum + Old, Sum + New).Result.Judged.Why.Code, "signed-integer-overflow");
}

TEST(BoundedOverflow, OfRecursion) {
  const char *Old = "int f(int x) { if (x <= 0) return 1; return x + f(x - 1); }";
  const char *New = "int f(int x) { if (x < 1) return 1; return f(x - 1) + x; }";
  EXPECT_TRUE(prove(Old, New).equal());
  EXPECT_FALSE(proveChecked(Old, New).equal());
}
