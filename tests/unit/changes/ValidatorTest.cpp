#include "changes/Validator.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// The most credulous map there is: functions and globals by name, the k-th instruction of a function against the k-th
/// one of the same opcode, and nothing changed that has a partner. Its changed set is empty wherever the counts agree.
ChangeMap credulousMap(const Program &Old, const Program &New) {
  ChangeMap Map(Old, New);
  for (const llvm::GlobalVariable &G : Old.module().globals())
    if (const llvm::GlobalVariable *Other = New.module().getNamedGlobal(G.getName()))
      Map.match(G, *Other);
  for (const llvm::Function &F : Old.module()) {
    const llvm::Function *Other = New.module().getFunction(F.getName());
    if (!Other)
      continue;
    Map.match(F, *Other);
    std::map<unsigned, std::vector<const llvm::Instruction *>> ByOpcode;
    for (const llvm::Instruction &I : llvm::instructions(*Other))
      ByOpcode[I.getOpcode()].push_back(&I);
    std::map<unsigned, std::size_t> Used;
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (std::size_t &K = Used[I.getOpcode()]; K < ByOpcode[I.getOpcode()].size())
        Map.match(I, *ByOpcode[I.getOpcode()][K++]);
  }
  return Map;
}

bool accepts(const std::string &OldText, const std::string &NewText) {
  Program Old = compileText(OldText), New = compileText(NewText);
  return validate(credulousMap(Old, New)).empty();
}

} // namespace

TEST(Validator, AcceptsIdentity) {
  const char *Text = "int g; int h(int); static int k(int x) { return x ? h(x) : g; }\n"
                     "int f(int x) { for (int i = 0; i < x; i++) { if (k(i) && x > 3) break; switch (x) { case 1: g = "
                     "2; } } return g; }";
  EXPECT_TRUE(accepts(Text, Text));
}

// docs/traps.md#trap-7: each pair with an empty changed set.
TEST(Validator, RejectsAStatementMovedAcrossABranch) {
  EXPECT_FALSE(
      accepts("int g; int f(int x) { if (x) g = 1; return g; }", "int g; int f(int x) { g = 1; if (x) ; return g; }"));
}
TEST(Validator, RejectsSwappedStatements) {
  EXPECT_FALSE(accepts("int g; void h(void); void f(void) { g = 1; h(); }",
                       "int g; void h(void); void f(void) { h(); g = 1; }"));
}
TEST(Validator, RejectsANewConstructor) {
  EXPECT_FALSE(
      accepts("int g; void f(void) { g = 1; }", "int g; __attribute__((constructor)) void f(void) { g = 1; }"));
}
TEST(Validator, RejectsAChangedInitialiserBehindAPointer) {
  EXPECT_FALSE(
      accepts("static int t = 1; static int *p = &t; int f(void) { return *p; } void w(int *q) { p = q; *q = t; }",
              "static int t = 2; static int *p = &t; int f(void) { return *p; } void w(int *q) { p = q; *q = t; }"));
}
TEST(Validator, RejectsSwappedParameters) {
  EXPECT_FALSE(accepts("int f(int a, int b) { return a - b; } int g(void) { return f(1, 2); }",
                       "int f(int b, int a) { return a - b; } int g(void) { return f(1, 2); }"));
}
TEST(Validator, RejectsADefinitionThatBecameExternal) {
  EXPECT_FALSE(
      accepts("int g(void) { return 1; } int f(void) { return g(); }", "int g(void); int f(void) { return g(); }"));
}

TEST(Validator, RejectsDifferentOperations) {
  EXPECT_FALSE(accepts("int f(int x) { return x + 1; }", "int f(int x) { return x + 2; }"));
  EXPECT_FALSE(accepts("int f(int x) { return x < 1; }", "int f(int x) { return x <= 1; }"));
  EXPECT_FALSE(accepts("int f(int *p) { return *p; }", "int f(volatile int *p) { return *p; }"));
  EXPECT_FALSE(accepts("struct s { int a, b; }; int f(struct s *p) { return p->a; }",
                       "struct s { int b, a; }; int f(struct s *p) { return p->a; }"));
  EXPECT_FALSE(accepts("int f(int x) { return x ? 1 : 2; }", "int f(int x) { return x ? 1 : 3; }"));
  EXPECT_FALSE(accepts("int f(int x) { switch (x) { case 1: return 4; default: return 5; } }",
                       "int f(int x) { switch (x) { case 2: return 4; default: return 5; } }"));
  EXPECT_FALSE(accepts("int a, b; int f(void) { return a; }", "int a, b; int f(void) { return b; }"));
  EXPECT_FALSE(accepts("int puts(const char *); void f(void) { puts(\"a\"); }",
                       "int puts(const char *); void f(void) { puts(\"b\"); }"));
  EXPECT_FALSE(accepts("void f(int x) { if (x) for (;;) ; }", "void f(int x) { if (x) ; }"));
}

TEST(Validator, RejectsOtherSurroundings) {
  Program Old = compileText("int main(void) { return 0; }"), New = compileText("int main(void) { return 0; }");
  New.Link.Arguments.push_back("-lm");
  EXPECT_FALSE(validate(credulousMap(Old, New)).empty());
  ChangeMap Told = credulousMap(Old, New);
  Told.addObstacle("libraries", "other libraries");
  EXPECT_TRUE(validate(Told).empty());
}

TEST(Validator, RejectsAMissingMain) {
  EXPECT_FALSE(accepts("int main(void) { return 0; }", "int other(void) { return 0; }"));
}
