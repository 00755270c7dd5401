#include "unit/partition/SmallVersions.h"

#include "input/CommonSpaces.h"
#include "partition/Partition.h"

#include <gtest/gtest.h>

#include <functional>

namespace vernier::test {

namespace {

struct Explored {
  std::vector<InputSpace> Spaces;
  PartitionResult Result;
};

Explored explore(const SmallVersions &Versions, PartitionMode Mode = PartitionMode::Sliced) {
  Explored Done;
  InputOptions Input;
  Input.Entry = Versions.Entry;
  auto Spaces = commonSpaces(Versions.maps(), Input);
  EXPECT_TRUE(Spaces) << (Spaces ? "" : Spaces.error().Message);
  if (!Spaces)
    return Done;
  Done.Spaces = std::move(*Spaces);
  PartitionPairOptions Options;
  Options.Mode = Mode;
  Options.Time = std::chrono::seconds(30);
  auto Found = partitionVersions(Versions.maps(), Done.Spaces, Options, temporaryCache());
  EXPECT_TRUE(Found) << (Found ? "" : Found.error().Message);
  if (Found)
    Done.Result = std::move(*Found);
  return Done;
}

/// What one version returns for an input of 8 bits.
using Meaning = std::function<int(int)>;

/// Every input is in a partition, and what the first one that has it says of it is so.
void expectRight(const PartitionResult &Of, const std::vector<Meaning> &Versions) {
  ASSERT_EQ(Of.Leaves.size(), 1u);
  EXPECT_TRUE(Of.Found.Covered);
  for (int Value = -128; Value != 128; ++Value) {
    Assignment Values{{Of.Leaves[0], llvm::APInt(8, std::uint64_t(Value), true)}};
    bool Same = true, Known = false;
    for (const Meaning &Each : Versions)
      Same &= Each(Value) == Versions.front()(Value);
    for (const DifferentialPartition &Part : Of.Found.Partitions) {
      bool Holds = true;
      for (Term Each : Part.terms())
        Holds &= evaluate(Each, Values).isOne();
      if (!Holds)
        continue;
      Known = true;
      EXPECT_EQ(Part.What, Same ? Answer::Equal : Answer::Different) << Value << " in partition " << Part.Id;
    }
    EXPECT_TRUE(Known) << Value << " is in no partition";
  }
  for (const DifferentialPartition &Part : Of.Found.Partitions) {
    ASSERT_EQ(Part.Shown.size(), Versions.size());
    for (std::size_t I = 0; I != Versions.size(); ++I)
      EXPECT_EQ(Part.Shown[I].Return, std::to_string(Versions[I](int(Part.Example[0].getSExtValue()))));
  }
}

void expectRight(const std::vector<std::string> &Texts, const std::vector<Meaning> &Meanings) {
  SmallVersions Versions(Texts);
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path})
    expectRight(explore(Versions, Mode).Result, Meanings);
}

std::string errorOf(const std::vector<std::string> &Texts) {
  SmallVersions Versions(Texts);
  InputOptions Input;
  Input.Entry = "f";
  auto Spaces = commonSpaces(Versions.maps(), Input);
  EXPECT_FALSE(Spaces);
  return Spaces ? "" : Spaces.error().Message;
}

} // namespace

TEST(Versions, AllEqual) {
  expectRight({"int f(signed char x) { return x > 3 ? 2 * x : 0; }",
               "int f(signed char x) { if (x <= 3) return 0; return x + x; }",
               "int f(signed char x) { if (x < 4) return 0; return x << 1; }"},
              {[](int X) { return X > 3 ? 2 * X : 0; }, [](int X) { return X > 3 ? 2 * X : 0; },
               [](int X) { return X > 3 ? 2 * X : 0; }});
}

TEST(Versions, EqualAndThenDifferent) {
  expectRight({"int f(signed char x) { if (x > 10) return 1; return 0; }",
               "int f(signed char x) { if (10 < x) return 1; return 0; }",
               "int f(signed char x) { if (10 < x) return x == 100 ? 3 : 1; return 0; }"},
              {[](int X) { return X > 10; }, [](int X) { return X > 10; },
               [](int X) { return X == 100 ? 3
                                  : X > 10 ? 1
                                           : 0; }});
}

/// The first and the last version are the same: a pair of them would be equal everywhere.
TEST(Versions, DifferentAndBack) {
  std::string Text = "int f(signed char x) { if (x < 0) return -1; return x; }";
  expectRight({Text, "int f(signed char x) { if (x < 5) return -1; return x; }", Text},
              {[](int X) { return X < 0 ? -1 : X; }, [](int X) { return X < 5 ? -1 : X; },
               [](int X) { return X < 0 ? -1 : X; }});
}

/// What only the step from the second to the third version changes is a change of the second one, too.
TEST(Versions, EachStepChangesSomethingElse) {
  std::string Head = "int g; int f(signed char x) { int r = 0; ";
  expectRight({Head + "if (x > 50) r = 1; if (x < -50) r = 2; return r; }",
               Head + "if (x > 50) r = 3; if (x < -50) r = 2; return r; }", Head + "if (x > 50) r = 3; return r; }",
               Head + "if (x > 50) r = 3; if (x == 0) r = 9; return r; }"},
              {[](int X) { return X > 50    ? 1
                                  : X < -50 ? 2
                                            : 0; }, [](int X) { return X > 50    ? 3
                                                                                      : X < -50 ? 2
                                                                                                : 0; },
               [](int X) { return X > 50 ? 3 : 0; }, [](int X) { return X > 50   ? 3
                                                                        : X == 0 ? 9
                                                                                 : 0; }});
}

TEST(Versions, ChangesAreNumberedThroughAllSteps) {
  SmallVersions Versions({"int f(signed char x) {\n if (x > 50)\n return 1;\n return 0; }",
                          "int f(signed char x) {\n if (x > 50)\n return 2;\n return 0; }",
                          "int f(signed char x) {\n if (x > 50)\n return 2;\n return 7; }"});
  unsigned First = static_cast<unsigned>(changedStatements(*Versions.Maps[0]).size());
  Explored Done = explore(Versions);
  for (const DifferentialPartition &Part : Done.Result.Found.Partitions) {
    ASSERT_EQ(Part.What, Answer::Different);
    ASSERT_FALSE(Part.Changes.empty());
    bool Large = Part.Example[0].sgt(50);
    for (unsigned Id : Part.Changes)
      EXPECT_EQ(Id <= First, Large) << Id;
  }
}

TEST(Versions, ThatDoNotHaveTheSameInputsAreRefused) {
  EXPECT_NE(errorOf({"int f(int a) { return a; }", "int f(int a) { return a; }", "int f(int a, int b) { return b; }"})
                .find("'b'"),
            std::string::npos);
  std::string Wider =
      errorOf({"int f(short a) { return a; }", "int f(int a) { return a; }", "int f(int a) { return a; }"});
  EXPECT_NE(Wider.find("'a' has 16 bits in some of them and 32 in others"), std::string::npos) << Wider;
  EXPECT_NE(Wider.find("two of them at a time"), std::string::npos) << Wider;
  std::string Global = errorOf({"int f(int a) { return a; }", "int g; int f(int a) { g = a; return a; }",
                                "int g; int f(int a) { g = a; return a; }"});
  EXPECT_NE(Global.find("'g'"), std::string::npos) << Global;
}

} // namespace vernier::test
