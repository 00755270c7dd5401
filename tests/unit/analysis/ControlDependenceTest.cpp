#include "analysis/ProgramAnalysis.h"

#include "AnalysisFixture.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Controlled {
  explicit Controlled(const std::string &Text) : P(compileText(Text)), Analysis(P) {}
  /// The lines of what decides over the stores of a line; 0 is the entry of the function.
  std::set<unsigned> deciders(const std::string &Function, unsigned Line) const {
    std::set<unsigned> Result;
    const ControlDependence &Control = Analysis.control(*P.module().getFunction(Function));
    for (const llvm::Instruction *I : at(P, Function, Line))
      if (llvm::isa<llvm::StoreInst>(I))
        for (const ControlDependence::Decider &By : Control.of(*I))
          Result.insert(By.Branch ? locationOf(*By.Branch)->Line : 0);
    return Result;
  }
  const llvm::Instruction *branchAt(const std::string &Function, unsigned Line) const {
    for (const llvm::Instruction *I : at(P, Function, Line))
      if (I->isTerminator() && I->getNumSuccessors() > 1)
        return I;
    return nullptr;
  }
  const llvm::Instruction *storeAt(const std::string &Function, unsigned Line) const {
    for (const llvm::Instruction *I : at(P, Function, Line))
      if (llvm::isa<llvm::StoreInst>(I))
        return I;
    return nullptr;
  }
  Program P;
  ProgramAnalysis Analysis;
};

using Lines = std::set<unsigned>;

} // namespace

TEST(ControlDependence, Branches) {
  Controlled C(
      "int g;\nint main(int c, char **v) {\n  if (c) {\n    g = 1;\n    if (c > 2)\n      g = 2;\n  }\n  g = 3;\n"
      "  while (c--)\n    g = 4;\n  g = 5;\n  return 0;\n}");
  EXPECT_EQ(C.deciders("main", 4), (Lines{3}));
  EXPECT_EQ(C.deciders("main", 6), (Lines{5}));
  EXPECT_EQ(C.deciders("main", 8), (Lines{0}));
  EXPECT_EQ(C.deciders("main", 10), (Lines{9}));
  EXPECT_EQ(C.deciders("main", 11), (Lines{0}));
}

TEST(ControlDependence, CallsThatMayNotReturn) {
  Controlled C("#include <stdlib.h>\nint g;\nstatic void check(int x) { if (x) exit(1); }\n"
               "int main(int c, char **v) {\n  g = 1;\n  check(c);\n  g = 2; check(c + 1); g = 3;\n  return 0;\n}");
  EXPECT_EQ(C.deciders("main", 5), (Lines{0}));
  EXPECT_EQ(C.deciders("main", 7), (Lines{6, 7})); // the first store on the first call, the second on the second
}

TEST(ControlDependence, LeavingOneSideDecidesAboutAllThatFollows) {
  Controlled C(
      "#include <stdlib.h>\nint g;\nint main(int c, char **v) {\n  if (c)\n    exit(1);\n  g = 1;\n  return 0;\n}");
  EXPECT_EQ(C.deciders("main", 6), (Lines{4}));
}

TEST(ControlDependence, EndlessLoops) {
  Controlled C("int g;\nint main(int c, char **v) {\n  g = 1;\n  if (c)\n    for (;;) {\n      g = 2;\n      if (g)\n  "
               "      g = 3;\n"
               "    }\n  g = 4;\n  return 0;\n}");
  EXPECT_EQ(C.deciders("main", 6), (Lines{4}));
  EXPECT_EQ(C.deciders("main", 8), (Lines{7}));
  EXPECT_EQ(C.deciders("main", 10), (Lines{4})); // if the loop is entered, this is not reached
}

TEST(ControlDependence, SwitchAndGoto) {
  Controlled C(
      "int g;\nint main(int c, char **v) {\n  switch (c) {\n  case 1:\n    g = 1;\n  case 2:\n    g = 2;\n    break;\n"
      "  default:\n    goto out;\n  }\n  g = 3;\nout:\n  g = 4;\n  return 0;\n}");
  for (unsigned Line : {5u, 7u, 12u})
    EXPECT_EQ(C.deciders("main", Line), (Lines{3})) << Line;
  EXPECT_EQ(C.deciders("main", 14), (Lines{0}));
}

TEST(PostDominators, JoinOfABranch) {
  Controlled C(
      "int g;\nint main(int c, char **v) {\n  if (c)\n    g = 1;\n  else\n    g = 2;\n  g = 3;\n  return 0;\n}");
  const PostDominators &After = C.Analysis.postDominators(*C.P.module().getFunction("main"));
  const llvm::Instruction *Join = After.immediate(*C.branchAt("main", 3));
  ASSERT_TRUE(Join);
  EXPECT_EQ(Join->getParent(), C.storeAt("main", 7)->getParent());
  EXPECT_TRUE(After.postDominates(*C.storeAt("main", 7), *C.storeAt("main", 4)));
  EXPECT_FALSE(After.postDominates(*C.storeAt("main", 4), *C.branchAt("main", 3)));
}

TEST(PostDominators, AFunctionThatNeverEnds) {
  Controlled C("int g;\nvoid f(void) {\n  for (;;) {\n    g = 1;\n    while (g)\n      g = 2;\n  }\n}\nint main(void) "
               "{ f(); return 0; }");
  EXPECT_EQ(C.deciders("f", 4), (Lines{0}));
  EXPECT_EQ(C.deciders("f", 6), (Lines{5}));
}

TEST(Distance, CountsBranchesAcrossCalls) {
  Controlled C("int g;\n"                      // 1
               "static void inner(int x) {\n"  // 2
               "  if (x > 1)\n"                // 3
               "    g = 1;\n"                  // 4
               "  g = 2;\n"                    // 5
               "}\n"                           // 6
               "int main(int c, char **v) {\n" // 7
               "  if (c > 2)\n"                // 8
               "    if (c > 3)\n"              // 9
               "      inner(c);\n"             // 10
               "  if (c > 9)\n"                // 11
               "    g = 7;\n"                  // 12
               "  return 0;\n"                 // 13
               "}\n");
  Distance D = C.Analysis.distanceTo(C.storeAt("inner", 4));
  EXPECT_EQ(D.of(*C.storeAt("inner", 4)), 0u);
  EXPECT_EQ(D.of(*C.branchAt("inner", 3)), 1u);
  EXPECT_EQ(D.of(*C.branchAt("main", 9)), 3u); // the branch, the start of the callee (0), its branch, the target
  EXPECT_EQ(D.of(*C.branchAt("main", 8)), 4u);
  EXPECT_EQ(D.of(*C.storeAt("main", 12)), std::nullopt);
  EXPECT_EQ(D.ofSide(*C.branchAt("inner", 3), 0), 1u);
  EXPECT_EQ(D.ofSide(*C.branchAt("inner", 3), 1), std::nullopt);
}
