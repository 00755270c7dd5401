#include "unit/partition/SmallVersions.h"

#include "input/RandomInputs.h"

#include <gtest/gtest.h>

#include <set>

namespace vernier::test {

namespace {

InputSpace spaceOf(const std::string &Text, InputOptions Options = {}) {
  return SmallVersions({Text, Text}).space(std::move(Options));
}

} // namespace

TEST(RandomInputs, AreWithinTheBounds) {
  InputOptions Options;
  Options.Bounds = {{"x", {"-3", "4"}}, {"y", {"250", "255"}}};
  InputSpace Space = spaceOf("int f(int x, unsigned char y, long z) { return x + y + z; }", Options);
  RandomInputs Random(Space, 1);
  std::set<std::int64_t> X, Y;
  InputAssignment Last;
  for (unsigned I = 0; I != 500; ++I) {
    Last = I % 2 ? Random.near(Last) : Random.next();
    X.insert(Last[0].getSExtValue());
    Y.insert(static_cast<std::int64_t>(Last[1].getZExtValue()));
  }
  EXPECT_EQ(X, (std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3, 4}));
  EXPECT_EQ(Y, (std::set<std::int64_t>{250, 251, 252, 253, 254, 255}));
}

TEST(RandomInputs, AreSmallAndLargeAndBorders) {
  InputSpace Space = spaceOf("int f(int x) { return x; }");
  RandomInputs Random(Space, 2);
  unsigned Small = 0, Large = 0;
  bool Least = false, Greatest = false;
  for (unsigned I = 0; I != 1000; ++I) {
    llvm::APInt X = Random.next()[0];
    Small += X.abs().ult(128);
    Large += X.abs().ugt(1 << 20);
    Least |= X.isMinSignedValue();
    Greatest |= X.isMaxSignedValue();
  }
  EXPECT_GT(Small, 200u);
  EXPECT_GT(Large, 200u);
  EXPECT_TRUE(Least && Greatest);
}

TEST(RandomInputs, TextsArePrintableUpToTheirEnd) {
  InputOptions Options;
  Options.Lengths = {{"s", 6}};
  InputSpace Space = spaceOf("int f(const char *s) { return s[0]; }", Options);
  RandomInputs Random(Space, 3);
  unsigned Texts = 0;
  std::set<std::size_t> Lengths;
  for (unsigned I = 0; I != 400; ++I) {
    InputAssignment Input = Random.next();
    std::size_t Length = 0;
    while (Length < Input.size() && Input[Length].uge(' ') && Input[Length].ule('~'))
      ++Length;
    bool Ended = true;
    for (std::size_t J = Length; J < Input.size(); ++J)
      Ended &= Input[J].isZero();
    Texts += Ended;
    if (Ended)
      Lengths.insert(Length);
  }
  EXPECT_GT(Texts, 300u);
  EXPECT_EQ(Lengths.size(), 7u); // 0 to 6
}

} // namespace vernier::test
