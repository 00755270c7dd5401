#include "instrument/Regions.h"

#include "bitcode/Locations.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vernier {
namespace {

/// Lines of branches, and the line where their sides join (0: at the end of the function; -1: it is no branch).
class RegionsTest : public ::testing::Test {
protected:
  void load(const std::string &Text) {
    Whole.emplace(test::compileText(Text));
    ASSERT_TRUE(Whole);
    F = Whole->module().getFunction("f");
    ASSERT_TRUE(F);
    Found = std::make_unique<Regions>(*F);
  }

  static unsigned firstLine(const llvm::BasicBlock &Block) {
    for (const llvm::Instruction &I : Block)
      if (auto Where = locationOf(I); Where && Where->Line)
        return Where->Line;
    return 0;
  }

  llvm::BasicBlock *branchAt(unsigned Line) {
    for (llvm::BasicBlock &Block : *F) {
      auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator());
      auto Where = locationOf(*Block.getTerminator());
      if (((Branch && Branch->isConditional()) || llvm::isa<llvm::SwitchInst>(Block.getTerminator())) && Where &&
          Where->Line == Line)
        return &Block;
    }
    return nullptr;
  }

  int joinOf(unsigned Line) {
    llvm::BasicBlock *Branching = branchAt(Line);
    if (!Branching)
      return -1;
    llvm::BasicBlock *Join = Found->join(*Branching);
    return Join ? int(firstLine(*Join)) : 0;
  }

  std::optional<Program> Whole;
  llvm::Function *F = nullptr;
  std::unique_ptr<Regions> Found;
};

TEST_F(RegionsTest, SidesOfAnIfJoinBehindIt) {
  load("int f(int x) {\n"
       "  int y = 0;\n"
       "  if (x > 5)\n"
       "    y = 1;\n"
       "  return y;\n"
       "}\n");
  EXPECT_EQ(joinOf(3), 5);
}

TEST_F(RegionsTest, ASideThatExitsTakesNoPart) {
  load("void exit(int) __attribute__((noreturn));\n"
       "int f(int x) {\n"
       "  if (x > 5)\n"
       "    exit(1);\n"
       "  return x + 1;\n"
       "}\n");
  EXPECT_EQ(joinOf(3), 5);
  EXPECT_TRUE(Found->leaves(*branchAt(3)->getTerminator()->getSuccessor(0)));
  EXPECT_FALSE(Found->leaves(*branchAt(3)->getTerminator()->getSuccessor(1)));
}

TEST_F(RegionsTest, ALoopIsARegionUntilItsEnd) {
  load("int f(int n) {\n"
       "  int s = 0;\n"
       "  while (s < n) {\n"
       "    if (s == 7)\n"
       "      break;\n"
       "    s += 2;\n"
       "  }\n"
       "  return s;\n"
       "}\n");
  EXPECT_EQ(joinOf(3), 8);
  EXPECT_EQ(joinOf(4), 8) << "a break makes the if part of the loop's region";
}

TEST_F(RegionsTest, WhatASideMayDoEndsAtTheJoin) {
  load("int g;\n"
       "int f(int x) {\n"
       "  if (x)\n"
       "    g = 1;\n"
       "  else\n"
       "    g = 2;\n"
       "  g = 3;\n"
       "  return 0;\n"
       "}\n");
  llvm::BasicBlock *Branching = branchAt(3);
  ASSERT_TRUE(Branching);
  auto Side = Found->side(*Branching->getTerminator()->getSuccessor(0), Found->join(*Branching));
  unsigned Stores = 0;
  for (llvm::BasicBlock *Block : Side)
    for (llvm::Instruction &I : *Block)
      Stores += llvm::isa<llvm::StoreInst>(I);
  EXPECT_EQ(Stores, 1u);
}

TEST_F(RegionsTest, AFunctionThatNeverReturnsHasItsOwnEnds) {
  load("void exit(int) __attribute__((noreturn));\n"
       "int g;\n"
       "void f(int x) {\n"
       "  if (x)\n"
       "    g = 1;\n"
       "  exit(g);\n"
       "}\n");
  EXPECT_EQ(joinOf(4), 6);
}

TEST_F(RegionsTest, AnEndlessLoopHasRegionsToo) {
  load("int g;\n"
       "void f(int x) {\n"
       "  for (;;) {\n"
       "    if (g == x)\n"
       "      g += 2;\n"
       "    g += 1;\n"
       "  }\n"
       "}\n");
  EXPECT_EQ(joinOf(4), 6);
}

TEST_F(RegionsTest, CasesOfASwitchJoinBehindIt) {
  load("int f(int x) {\n"
       "  int y = 0;\n"
       "  switch (x) {\n"
       "  case 1: y = 2;\n"
       "  case 2: y += 3; break;\n"
       "  default: return 9;\n"
       "  }\n"
       "  return y;\n"
       "}\n");
  // One side returns at once: all of them meet where the function's value is returned.
  EXPECT_NE(joinOf(3), 8);
}

} // namespace
} // namespace vernier
