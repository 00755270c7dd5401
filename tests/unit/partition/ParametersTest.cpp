#include "unit/partition/SmallVersions.h"

#include "input/CommonSpaces.h"
#include "partition/Partition.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace vernier::test {

namespace {

/// Inputs by name, and whether the versions agree on them.
using Named = std::map<std::string, std::int64_t>;
using Agree = std::function<bool(Named)>;

constexpr std::int64_t Least = -8, Greatest = 7;

/// Every input within small bounds is in a partition, and what is said about it is so.
void expectRight(const InputSpace &Space, const PartitionResult &Of, const Agree &Same) {
  EXPECT_TRUE(Of.Found.Covered);
  std::vector<std::int64_t> Values(Space.Leaves.size(), Least);
  while (true) {
    Assignment Under;
    Named ByName;
    for (std::size_t I = 0; I != Values.size(); ++I) {
      Under[Of.Leaves[I]] = llvm::APInt(Space.Leaves[I].Bits, std::uint64_t(Values[I]), true);
      ByName[Space.Leaves[I].Name] = Values[I];
    }
    bool Known = false;
    for (const DifferentialPartition &Part : Of.Found.Partitions) {
      bool Holds = llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Under).isOne(); });
      Known |= Holds;
      if (Holds)
        ASSERT_EQ(Part.What, Same(ByName) ? Answer::Equal : Answer::Different)
            << "partition " << Part.Id << ", " << Space.Leaves[0].Name << " = " << Values[0];
    }
    ASSERT_TRUE(Known);
    std::size_t Next = 0;
    while (Next != Values.size() && ++Values[Next] > Greatest)
      Values[Next++] = Least;
    if (Next == Values.size())
      return;
  }
}

void expectRight(const std::vector<std::string> &Texts, const std::string &Names, const Agree &Same,
                 InputOptions Input = {}) {
  SmallVersions Versions(Texts);
  Input.Entry = "f";
  auto Unbounded = commonSpaces(Versions.maps(), Input);
  ASSERT_TRUE(Unbounded) << Unbounded.error().Message;
  std::string Found;
  for (const InputLeaf &Leaf : Unbounded->back().Leaves) {
    Found += (Found.empty() ? "" : " ") + Leaf.Name;
    Input.Bounds.push_back({Leaf.Name, {std::to_string(Least), std::to_string(Greatest)}});
  }
  EXPECT_EQ(Found, Names);
  auto Spaces = commonSpaces(Versions.maps(), Input);
  ASSERT_TRUE(Spaces) << Spaces.error().Message;
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Time = std::chrono::seconds(30);
    auto Explored = partitionVersions(Versions.maps(), *Spaces, Options, temporaryCache());
    ASSERT_TRUE(Explored) << Explored.error().Message;
    expectRight(Spaces->back(), *Explored, Same);
  }
}

} // namespace

/// Böhme 2014, section 3.2.4: the input space is transposed.
TEST(Parameters, ThatChangePlacesKeepTheirNames) {
  expectRight({"int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }"}, "b a",
              [](Named) { return true; });
}

/// The code is the same, position by position: the change map sees no change. But what is passed is another thing.
TEST(Parameters, ThatChangePlacesAreAChangeWhereTheCodeIsNot) {
  expectRight({"int f(int a, int b) { return a - b; }", "int f(int b, int a) { return b - a; }"}, "b a",
              [](Named X) { return X["a"] == X["b"]; });
}

/// They change places because their lengths say so: the types are the same.
TEST(Parameters, BehindPointersChangePlacesToo) {
  InputOptions Input;
  Input.Lengths = {{"a", 2}, {"b", 1}};
  expectRight(
      {"int f(int *a, int *b) { return a[0] - b[0]; }", "int f(int *b, int *a) { return b[0] - a[0]; }"}, "b_0 a_0 a_1",
      [](Named X) { return X["a_0"] == X["b_0"]; }, Input);
}

TEST(Parameters, ThatAreAddedAreInputsOfTheNewVersion) {
  expectRight({"int f(int a) { if (a > 3) return 1; return 0; }",
               "int f(int a, int b) { if (a > 3 || b == 5) return 1; return 0; }"},
              "a b", [](Named X) { return X["a"] > 3 || X["b"] != 5; });
  // In front of the others, where it moves them.
  expectRight({"int f(int a) { return a > 3; }", "int f(int b, int a) { return b > 3; }"}, "b a",
              [](Named X) { return (X["a"] > 3) == (X["b"] > 3); });
}

TEST(Parameters, ThatAreRemovedAreInputsOfTheOldVersion) {
  expectRight({"int f(int a, int b) { if (b == 2) return 9; return a; }", "int f(int a) { return a; }"}, "a b",
              [](Named X) { return X["b"] != 2 || X["a"] == 9; });
  expectRight({"int f(int gone, int a) { return a; }", "int f(int a) { return a; }"}, "a gone",
              [](Named) { return true; });
}

TEST(Parameters, ThatBecomeWiderTakeWhatBothCanTake) {
  expectRight({"int f(signed char a) { return a + 1; }", "int f(int a) { if (a == -8) return 0; return a + 1; }"}, "a",
              [](Named X) { return X["a"] != -8; });
}

TEST(Parameters, OfEqualTypesThatAreRenamedPairByPosition) {
  expectRight({"int f(int a, int b) { return a - b; }", "int f(int x, int y) { return x - y; }"}, "x y",
              [](Named) { return true; });
}

TEST(Parameters, ThatAreRenamedAndMovedNeedAMap) {
  InputOptions Input;
  Input.Renamed = {{"a", "x"}};
  expectRight(
      {"int f(int a) { return a; }", "int f(int more, int x) { return x + (more == 3); }"}, "more x",
      [](Named X) { return X["more"] != 3; }, Input);
  // Nothing has moved: the names were exchanged.
  Input.Renamed = {{"a", "b"}, {"b", "a"}};
  expectRight(
      {"int f(int a, int b) { return a - b; }", "int f(int b, int a) { return b - a; }"}, "b a",
      [](Named) { return true; }, Input);
}

/// The first bit of their significands is written down, and their last six bytes are nothing.
TEST(Parameters, LongDoublesAndPointersToThem) {
  SmallVersions Versions({"int f(long double x, long double *p) { return x > 2.5L && p[1] < 0; }",
                          "int f(long double x, long double *p) { return x >= 2.5L && p[1] < 0; }"});
  InputOptions Input;
  Input.Entry = "f";
  Input.Lengths = {{"p", 2}};
  auto Spaces = commonSpaces(Versions.maps(), Input);
  ASSERT_TRUE(Spaces) << Spaces.error().Message;
  PartitionPairOptions Options;
  Options.Time = std::chrono::seconds(30);
  auto Explored = partitionVersions(Versions.maps(), *Spaces, Options, temporaryCache());
  ASSERT_TRUE(Explored) << Explored.error().Message;
  EXPECT_TRUE(Explored->Found.Covered);
  ASSERT_EQ(Explored->Leaves.size(), 3u); // x, p_0, p_1
  auto Number = [](const char *Text) {
    return llvm::APFloat(llvm::APFloat::x87DoubleExtended(), Text).bitcastToAPInt();
  };
  for (const char *X : {"2.5", "2.25", "-2.5", "3", "inf", "nan", "-0.0", "1e-4940"})
    for (const char *P : {"-1", "0", "-0.0", "-1e-4945", "nan"}) {
      Assignment Under{
          {Explored->Leaves[0], Number(X)}, {Explored->Leaves[1], Number("7")}, {Explored->Leaves[2], Number(P)}};
      bool Same = llvm::StringRef(X) != "2.5" || (llvm::StringRef(P) != "-1" && llvm::StringRef(P) != "-1e-4945");
      bool Known = false;
      for (const DifferentialPartition &Part : Explored->Found.Partitions)
        if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Under).isOne(); })) {
          Known = true;
          EXPECT_EQ(Part.What, Same ? Answer::Equal : Answer::Different) << X << " " << P;
        }
      EXPECT_TRUE(Known) << X << " " << P;
    }
}

/// An inner version has two neighbours; its parameters may have moved on the way to one of them.
TEST(Parameters, MoveBetweenTheFirstOfThreeVersions) {
  expectRight({"int f(int a, int b) { return a - b; }", "int f(int b, int a) { return b - a; }",
               "int f(int b, int a) { if (a == 7) return 0; return b - a; }"},
              "b a", [](Named X) { return X["a"] == X["b"]; });
}

} // namespace vernier::test
