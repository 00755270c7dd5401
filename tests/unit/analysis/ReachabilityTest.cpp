#include "analysis/Reachability.h"
#include "analysis/ProgramAnalysis.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>

namespace vernier::test {

namespace {

/// Lines from whose blocks the calls of `target` may be reached.
std::set<unsigned> linesBefore(const std::string &Text) {
  Program P = compileText(Text);
  ProgramAnalysis Analysis(P);
  std::vector<const llvm::Instruction *> Targets;
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        if (Call->getCalledFunction() && Call->getCalledFunction()->getName() == "target")
          Targets.push_back(&I);
  Reachability Ahead(P.module(), Targets, Analysis.calls());
  std::set<unsigned> Lines;
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (Ahead.from(*I.getParent()) && I.getDebugLoc() && I.getDebugLoc().getLine())
        Lines.insert(I.getDebugLoc().getLine());
  return Lines;
}

} // namespace

TEST(Reachability, FollowsBranchesToTheirJoin) {
  auto Lines = linesBefore("void target(void);\n"
                           "int f(int x) {\n"
                           "  if (x > 1)\n"
                           "    x++;\n" // 4
                           "  else\n"
                           "    return 1;\n" // 6
                           "  if (x == 7)\n"
                           "    target();\n" // 8
                           "  else\n"
                           "    x--;\n" // 10
                           "  return x; }\n");
  EXPECT_TRUE(Lines.contains(4));
  EXPECT_TRUE(Lines.contains(8));
  EXPECT_FALSE(Lines.contains(6));
  EXPECT_FALSE(Lines.contains(10));
}

TEST(Reachability, FollowsLoopsCallsAndReturns) {
  auto Lines = linesBefore("void target(void);\n"
                           "static int inner(int x) {\n"
                           "  if (x)\n"
                           "    return 2;\n" // 4: its caller goes on to the target
                           "  return 3; }\n"
                           "static void outer(int x) {\n"
                           "  if (x == 9)\n"
                           "    target();\n"
                           "}\n"
                           "int f(int x) {\n"
                           "  while (x-- > 0) {\n"
                           "    if (x == 3)\n"
                           "      x = 1;\n"       // 13
                           "    x += inner(x);\n" // 14
                           "    outer(x);\n"      // 15: and the loop comes back
                           "  }\n"
                           "  x = -x;\n" // 17
                           "  return x; }\n");
  for (unsigned Line : {4u, 5u, 8u, 13u, 14u, 15u})
    EXPECT_TRUE(Lines.contains(Line)) << Line;
  EXPECT_FALSE(Lines.contains(17));
}

TEST(Reachability, NothingFollowsAnExit) {
  auto Lines = linesBefore("void target(void); extern void exit(int) __attribute__((noreturn, nothrow));\n"
                           "static void usage(void) {\n"
                           "  exit(2); }\n" // 3
                           "int f(int x) {\n"
                           "  if (x > 5)\n"
                           "    usage();\n" // 6
                           "  target();\n"
                           "  return 0; }\n");
  EXPECT_FALSE(Lines.contains(3));
  EXPECT_TRUE(Lines.contains(5));
}

TEST(Reachability, ALongJumpGoesBack) {
  auto Lines = linesBefore("#include <setjmp.h>\n"
                           "void target(void); static jmp_buf Place;\n"
                           "static void away(int x) {\n"
                           "  if (x > 7)\n"
                           "    longjmp(Place, 1);\n" // 5
                           "}\n"
                           "int f(int x) {\n"
                           "  if (setjmp(Place))\n"
                           "    target();\n"
                           "  else\n"
                           "    away(x);\n" // 11
                           "  return 0; }\n");
  EXPECT_TRUE(Lines.contains(5));
  EXPECT_TRUE(Lines.contains(11));
}

} // namespace vernier::test
