#include "bitcode/SignedArithmetic.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

using namespace vernier;
using namespace vernier::test;

namespace {

unsigned marksIn(const std::string &Text) {
  Program P = compileText(Text);
  unsigned Number = 0;
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      Number += isSignedArithmetic(I);
  return Number;
}

} // namespace

TEST(SignedArithmetic, IsWhatCLeavesUndefined) {
  EXPECT_EQ(marksIn("int f(int x, int y) { return x + y; }"), 1u);
  EXPECT_EQ(marksIn("int f(int x) { return -x; }"), 1u);
  EXPECT_EQ(marksIn("int f(int x) { x++; --x; x *= 3; return x; }"), 3u);
  EXPECT_EQ(marksIn("int abs(int); int f(int x) { return abs(x); }"), 1u);
  EXPECT_EQ(marksIn("int f(short x, short y) { return x * y; }"), 1u);
  EXPECT_EQ(marksIn("struct s { long a[3]; }; long f(struct s *p) { return p->a[1] + p->a[2]; }"), 1u);
}

TEST(SignedArithmetic, UnsignedAndNarrowOnesWrap) {
  EXPECT_EQ(marksIn("unsigned f(unsigned x, int y) { return x + y; }"), 0u);
  EXPECT_EQ(marksIn("short f(short x) { x++; return x; }"), 0u);
  EXPECT_EQ(marksIn("long f(int *p, int *q) { return p - q; }"), 0u);
  EXPECT_EQ(marksIn("int *f(int *p, int i) { return p + i; }"), 0u);
}

TEST(SignedArithmetic, PromisesNothingToTheOptimiser) {
  Program P = compileText("int abs(int); int g[4]; int f(int x, int *p) { int a[4] = {x, 1, 2, 3};"
                          "p[1] = abs(x) + 1; p++; g[7] = a[x]; return *(g + 9) + *p; }");
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      if (llvm::isa<llvm::OverflowingBinaryOperator>(I)) {
        EXPECT_FALSE(I.hasNoSignedWrap());
      }
      if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
          Call && Call->getIntrinsicID() == llvm::Intrinsic::abs) {
        EXPECT_TRUE(llvm::cast<llvm::Constant>(Call->getArgOperand(1))->isNullValue());
      }
      for (const llvm::Use &Operand : I.operands())
        if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(Operand.get());
            Address && !llvm::isa<llvm::AllocaInst>(Address->getPointerOperand())) {
          EXPECT_FALSE(Address->isInBounds());
        }
    }
}

TEST(SignedArithmetic, IsForgotten) {
  Program P = compileText("int f(int x) { return x + 1; }");
  forgetSignedArithmetic(P.module());
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      EXPECT_FALSE(isSignedArithmetic(I));
}
