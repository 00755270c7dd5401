// Reports that said too much, too little, or never came.

#include "Judge.h"

#include "changes/Validator.h"
#include "impact/BlockFlow.h"
#include "report/CheckReport.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

TEST(Reports, TheTargetsOfAComputedGotoAreTold) {
  std::string Text = "int main(int c, char **v) {\n  static void *t[] = {&&a, &&b};\n  goto *t[c & 1];\na:\n  return "
                     "1;\nb:\n  return 2;\n}\n";
  Judged P(Text, with(Text, "{&&a, &&b}", "{&&b, &&a}"));
  EXPECT_FALSE(changedStatements(P.Map).empty());
  EXPECT_TRUE(validate(P.Map).empty());
}

TEST(Reports, RenamesFollowEachOther) {
  std::string Text = "static int help(int x) { return x * 3 + 1; }\nstatic int wrap(int x) { return help(x) - 2; }\n"
                     "int main(int c, char **v) { return wrap(c); }\n";
  std::string New =
      "static int my_help(int x) { return x * 3 + 1; }\nstatic int my_wrap(int x) { return my_help(x) - 2; }\n"
      "int main(int c, char **v) { return my_wrap(c); }\n";
  EXPECT_TRUE(Judged(Text, New).Map.empty());
}

TEST(Reports, AFieldAtTheEndOfAStructureChangesNothingBeforeIt) {
  std::string Text = "struct s { int a, b; };\nint f(struct s *p) {\n  return p->a + p->b;\n}\nint main(void) { struct "
                     "s *p = 0; return f(p); }\n";
  EXPECT_TRUE(Judged(Text, with(Text, "a, b;", "a, b, c;")).Map.empty());
  EXPECT_FALSE(Judged(Text, with(Text, "a, b;", "a, c, b;")).Map.empty());
}

TEST(Reports, AnEarlyReturnInMainDoesNotChangeItsHeader) {
  std::string Text = "int main(int c, char **v) {\n  int x = c;\n  return x;\n}\n";
  Judged P(Text, with(Text, "  return x", "  if (x > 3)\n    return 3;\n  return x"));
  std::set<unsigned> Lines;
  for (const ChangedStatement &S : changedStatements(P.Map))
    Lines.insert(S.Place.Line);
  EXPECT_EQ(Lines, (std::set<unsigned>{3, 4}));
}

TEST(Reports, AChangedOutputIsAnOutput) {
  std::string Text = "int printf(const char *, ...);\nint main(void) {\n  printf(\"%d\", 1);\n  return 0;\n}\n";
  Judged P(Text, with(Text, "1)", "2)"));
  EXPECT_EQ(computeImpact(P.Map, P.Old, P.New).ChangedOutputs, 1u);
}

TEST(Reports, ABodyThatIsOnlyRemovedHasAComplexity) {
  std::string Text = "int g;\nint main(int c, char **v) {\n  if (c > 3)\n    g = 0;\n  return g;\n}\n";
  Judged P(Text, with(Text, "g = 0;", ";"));
  EXPECT_EQ(cyclomaticChangeComplexity(blockSequences(blockFlow(P.Map, P.New))), 1u);
}

TEST(Reports, ConstantsThatReferToEachOtherInCircles) {
  const char *Text = "@a = private unnamed_addr constant {ptr, i32} {ptr @b, i32 1}\n"
                     "@b = private unnamed_addr constant {ptr, i32} {ptr @a, i32 2}\n"
                     "define ptr @f() {\n  ret ptr @a\n}\n";
  Program Old = parseIr(Text), New = parseIr(Text);
  EXPECT_TRUE(computeChangeMap(Old, New).empty());
  Program Other = parseIr(with(Text, "i32 2", "i32 3"));
  EXPECT_FALSE(computeChangeMap(Old, Other).empty());
}

TEST(Reports, ConstantsThatShareALot) {
  std::string Text = "@c0 = private unnamed_addr constant {ptr, ptr} zeroinitializer\n";
  for (int I = 1; I < 60; ++I)
    Text += "@c" + std::to_string(I) + " = private unnamed_addr constant {ptr, ptr} {ptr @c" + std::to_string(I - 1) +
            ", ptr @c" + std::to_string(I - 1) + "}\n";
  Text += "define ptr @f() {\n  ret ptr @c59\n}\n";
  Program Old = parseIr(Text), New = parseIr(Text);
  EXPECT_TRUE(computeChangeMap(Old, New).empty()); // 2^60 ways through it
}
