#include "bitcode/Normalise.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>

using namespace vernier;
using namespace vernier::test;

namespace {

unsigned countOf(const Program &P, unsigned Opcode) {
  unsigned Number = 0;
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      Number += I.getOpcode() == Opcode;
  return Number;
}

} // namespace

TEST(Normalise, LeavingAScopeEarlyNeedsNoSwitch) {
  Program P = compileText(R"(
int f(int x) {
  if (x > 3) {
    int k = x * 2;
    if (k > 9)
      return k;
    for (int i = 0; i < 3; i++) {
      int q = i;
      if (q == x)
        return q;
      if (q == 2)
        break;
      if (q == 1)
        continue;
      k += q;
    }
  }
  return x;
})");
  EXPECT_FALSE(llvm::verifyModule(P.module(), &llvm::errs()));
  EXPECT_EQ(countOf(P, llvm::Instruction::Switch), 0u);
}

TEST(Normalise, ASwitchOfTheSourceStays) {
  Program P = compileText(
      "int f(int x) { switch (x) { case 1: { int y = x; if (y) break; return y; } case 2: return 5; } return 3; }");
  EXPECT_FALSE(llvm::verifyModule(P.module(), &llvm::errs()));
  EXPECT_EQ(countOf(P, llvm::Instruction::Switch), 1u);
}

TEST(Normalise, EveryReturnedValuePassesASlot) {
  Program P = compileText("int f(int x) { return x; }\ndouble g(void) { return 1.5; }\nvoid h(void) {}\n");
  EXPECT_FALSE(llvm::verifyModule(P.module(), &llvm::errs()));
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (const auto *Return = llvm::dyn_cast<llvm::ReturnInst>(&I); Return && Return->getReturnValue())
        EXPECT_TRUE(llvm::isa<llvm::LoadInst>(Return->getReturnValue())) << F.getName().str();
}

TEST(Normalise, CxxDestructorsStillRun) {
  Program P = compileText("struct S { ~S(); int v; }; int g(S &);\n"
                          "int f(int x) { for (;;) { S s; if (g(s)) return x; if (x) break; } return 0; }",
                          "a.cpp");
  EXPECT_FALSE(llvm::verifyModule(P.module(), &llvm::errs()));
  // The destructor is called on the way out by return, by break, at the end of an iteration and when g throws.
  unsigned Destructors = 0;
  for (const llvm::Instruction &I : llvm::instructions(*P.module().getFunction("_Z1fi")))
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Call->getCalledFunction())
      Destructors += Call->getCalledFunction()->getName() == "_ZN1SD1Ev";
  EXPECT_GE(Destructors, 1u);
}
