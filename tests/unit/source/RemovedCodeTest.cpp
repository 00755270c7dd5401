// Removed code is represented in the graph of the new version (Böhme 2014, definition 13).

#include "MeasurePair.h"

namespace vernier {
namespace {

using namespace test;

TEST(RemovedCode, InsideABlockChangesTheBlock) {
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  g = a;\n  g++;\n  g--;\n}\n",
                              "int g;\nvoid f(int a) {\n  g = a;\n  g--;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"4:c"}));
  EXPECT_EQ(Measured.Cycc, 1u);
  EXPECT_EQ(Measured.Cloc, 1u);
}

TEST(RemovedCode, BeforeABranchStandsOnTheWayToIt) {
  // The removed loop was between the first block and the second loop, whose back edge must not pass it.
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  while (a) a--;\n  while (g > 2)\n    g++;\n}\n",
                              "int g;\nvoid f(int a) {\n  while (g > 2)\n    g++;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"3:r"}));
  EXPECT_EQ(edges(Measured), (Names{"0-3", "3-X"}));
}

TEST(RemovedCode, AtTheEndOfABodyIsGuardedByItsCondition) {
  auto Measured = measurePair(
      "int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n    if (a > 1)\n      g = 2;\n  }\n  g += a + 1;\n}\n",
      "int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n  }\n  g += a + 2;\n}\n");
  // The removed part ends the guarded side; line 6 is reached with and without it.
  EXPECT_EQ(nodes(Measured), (Names{"5:r", "6:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-5", "0-6", "5-6", "6-X"}));
}

TEST(RemovedCode, ThatWasTheWholeBodyIsTheGuardedSide) {
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n  }\n  g += a + 1;\n}\n",
                              "int g;\nvoid f(int a) {\n  if (a) {\n  }\n  g += a + 2;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"4:r", "5:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-4", "0-5", "4-5", "5-X"}));
}

TEST(RemovedCode, AnElseBranchIsTheOtherSide) {
  auto Measured =
      measurePair("int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n  } else {\n    g = 3;\n  }\n  g += a;\n}\n",
                  "int g;\nvoid f(int a) {\n  if (a) {\n    g = 2;\n  }\n  g += a;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"4:c", "6:r"}));
  EXPECT_EQ(edges(Measured), (Names{"0-4", "0-6", "4-X", "6-X"})); // never one after the other
}

TEST(RemovedCode, AnAddedElseBranchDoesNotChangeTheOtherSide) {
  auto Measured =
      measurePair("int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n  }\n  g += a;\n}\n",
                  "int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n  } else {\n    g = 3;\n  }\n  g += a;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"6:c"}));
}

TEST(RemovedCode, ACaseHangsOffItsSwitch) {
  auto Measured = measurePair(
      "int g;\nvoid f(int a) {\n  switch (a) {\n  case 1: g = 1; break;\n  case 2: g = 2; break;\n  case 3: g = 5; "
      "break;\n  }\n}\n",
      "int g;\nvoid f(int a) {\n  switch (a) {\n  case 1: g = 1; break;\n  case 3: g = 6; break;\n  }\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"5:c", "5:r"}));
  EXPECT_EQ(edges(Measured), (Names{"0-5", "0-5", "5-X", "5-X"}));
}

TEST(RemovedCode, AtTheEndOfAFunctionIsTheLastBlock) {
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  while (a)\n    a--;\n  g = 1;\n}\n",
                              "int g;\nvoid f(int a) {\n  while (a)\n    a--;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"5:r"}));
  EXPECT_EQ(edges(Measured), (Names{"0-5", "5-X"}));
}

TEST(RemovedCode, AWholeFunctionIsOneBlock) {
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  if (a) g = 1;\n}\nvoid h(void) { g = 2; }\n",
                              "int g;\nvoid h(void) { g = 2; }\n");
  EXPECT_EQ(nodes(Measured), (Names{"2:r"}));
  EXPECT_EQ(Measured.Cycc, 1u);
  EXPECT_EQ(Measured.Cloc, 1u);
  EXPECT_EQ(Measured.Functions, (std::vector<std::string>{"a.c:f"}));
}

TEST(RemovedCode, AWholeFileHasABlockForEachFunction) {
  auto Measured = measureAll({removed("int f(void) { return 1; }\nint g(void) { return 2; }\n", "gone.c")});
  EXPECT_EQ(nodes(Measured), (Names{"1:r", "2:r"}));
  EXPECT_EQ(Measured.Graph.Nodes[2].Where.File, "gone.c");
}

TEST(RemovedCode, ABraceThatMovesAStatementOutOfItsConditionIsAChange) {
  auto Measured = measurePair("int g;\nvoid f(int a) {\n  if (a) {\n    g = 1;\n    g = 2;\n  }\n}\n",
                              "int g;\nvoid f(int a) {\n  if (a)\n    g = 1;\n    g = 2;\n}\n");
  EXPECT_FALSE(nodes(Measured).empty());
  EXPECT_GE(Measured.Cycc, 1u);
}

} // namespace
} // namespace vernier
