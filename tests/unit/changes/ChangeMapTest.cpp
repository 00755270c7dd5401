#include "changes/ChangeMap.h"

#include "changes/Validator.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// `2~ 3+ -4`: line 2 modified, line 3 added, old line 4 removed.
std::string changesOf(const std::string &OldText, const std::string &NewText, const std::string &Name = "t.c") {
  Program Old = compileText(OldText, Name), New = compileText(NewText, Name);
  ChangeMap Map = computeChangeMap(Old, New, "f"); // a whole program that is started at f
  for (const Violation &V : validate(Map))
    ADD_FAILURE() << V.What;
  std::string Result;
  for (const ChangedStatement &S : changedStatements(Map)) {
    if (!Result.empty())
      Result += " ";
    switch (S.Kind) {
    case ChangeKind::Modified:
      Result += std::to_string(S.Place.Line) + "~";
      break;
    case ChangeKind::Added:
      Result += std::to_string(S.Place.Line) + "+";
      break;
    case ChangeKind::Removed:
      Result += "-" + std::to_string(S.Place.Line);
      break;
    }
  }
  for (const auto &Obstacle : Map.obstacles())
    Result += " !" + Obstacle.Code;
  EXPECT_EQ(Result.empty(), Map.empty()) << "a change that no statement tells";
  return Result;
}

} // namespace

TEST(ChangeMap, TheSameTextHasNoChange) {
  EXPECT_EQ(changesOf("int f(int x) { return x + 1; }", "int f(int x) { return x + 1; }"), "");
}

TEST(ChangeMap, WhatMeansTheSameIsNoChange) {
  const char *Old =
      "int g;\nint h(int);\n"
      "static int helper(int a) {\n  int b = a;\n  return b * 3 + 1;\n}\n"
      "#define LIMIT 10\n"
      "int f(int x) {\n  int i, n;\n  n = 0;\n  for (i = 0; i < LIMIT; i++)\n    n += helper(x);\n  return n + g;\n}\n";
  EXPECT_EQ(changesOf(Old, "int h(int);\nint g; /* moved */\n\n\n"
                           "static int renamed(int first) {\n  int second = first;\n  return second * 3 + 1;\n}\n"
                           "#define BOUND 10\n"
                           "int f(int y) {\n  int sum, k;\n  sum = 0; // comment\n  for (k = 0; k < BOUND; ++k)\n"
                           "    sum += renamed(y);\n  return sum + g;\n}\n"),
            "");
}

TEST(ChangeMap, DeclarationsMayChangePlaces) {
  EXPECT_EQ(
      changesOf(
          "int g(int, int, int);\nint f(void) {\n  int a = 1;\n  int b = 2;\n  int c = 2;\n  return g(a, b, c);\n}",
          "int g(int, int, int);\nint f(void) {\n  int c = 2;\n  int b = 2;\n  int a = 1;\n  return g(a, b, c);\n}"),
      "");
  EXPECT_EQ(changesOf("int g(int, int);\nint f(void) {\n  int a = 1;\n  int b = 2;\n  return g(a, b);\n}",
                      "int g(int, int);\nint f(void) {\n  int b = 3;\n  int a = 1;\n  return g(a, b);\n}"),
            "3+ -4");
  // The same variable twice: the order counts.
  EXPECT_NE(changesOf("int g(int);\nint f(void) {\n  int a;\n  a = 1;\n  a = 2;\n  return g(a);\n}",
                      "int g(int);\nint f(void) {\n  int a;\n  a = 2;\n  a = 1;\n  return g(a);\n}"),
            "");
}

TEST(ChangeMap, AConstantChangesItsStatement) {
  EXPECT_EQ(changesOf("int f(int x) {\n  int y = x;\n  y = y + 1;\n  return y;\n}",
                      "int f(int x) {\n  int y = x;\n  y = y + 2;\n  return y;\n}"),
            "3~");
}

TEST(ChangeMap, AnEarlyReturnDoesNotChangeTheOldOne) {
  EXPECT_EQ(changesOf("int f(int x) {\n  int y = x;\n  return y;\n}",
                      "int f(int x) {\n  int y = x;\n  if (y > 3)\n    return 3;\n  return y;\n}"),
            "3+ 4+");
}

TEST(ChangeMap, ABreakDoesNotChangeItsSurroundings) {
  EXPECT_EQ(
      changesOf("int f(int x) {\n  for (int i = 0; i < 9; i++) {\n    int k = i;\n    x += k;\n  }\n  return x;\n}",
                "int f(int x) {\n  for (int i = 0; i < 9; i++) {\n    int k = i;\n    if (k == x)\n      break;\n    x "
                "+= k;\n  }\n  return x;\n}"),
      "4+ 5+");
}

TEST(ChangeMap, ARemovedStatementIsToldByItsOldLine) {
  EXPECT_EQ(changesOf("int f(int x) {\n  int y = 1;\n  if (x == 3)\n    y = 0;\n  return y;\n}",
                      "int f(int x) {\n  int y = 1;\n  return y;\n}"),
            "-3 -4");
}

TEST(ChangeMap, AnInsertedLoopDoesNotConfuseVariablesOfTheSameName) {
  EXPECT_EQ(changesOf("int g(int);\nint f(int x) {\n  for (int i = 0; i < 9; i++)\n    x += g(i);\n  return x;\n}",
                      "int g(int);\nint f(int x) {\n  for (int i = 0; i < 5; i++)\n    x -= i;\n  for (int i = 0; i < "
                      "9; i++)\n    x += g(i);\n  return x;\n}"),
            "3+ 4+");
}

TEST(ChangeMap, MacrosEnumsTablesLayoutsAndFormatsShowAtTheirUses) {
  EXPECT_EQ(changesOf("#define N 1\nint f(void) {\n  return N;\n}", "#define N 2\nint f(void) {\n  return N;\n}"),
            "3~");
  EXPECT_EQ(
      changesOf("enum { A, B };\nint f(void) {\n  return B;\n}", "enum { X, A, B };\nint f(void) {\n  return B;\n}"),
      "3~");
  EXPECT_EQ(changesOf("int g = 1;\nint f(void) {\n  return g;\n}", "int g = 2;\nint f(void) {\n  return g;\n}"), "3~");
  EXPECT_EQ(changesOf("static int t[] = {1, 2};\nint f(int x) {\n  return t[x];\n}\nint h(void) { return 0; }",
                      "static int t[] = {1, 3};\nint f(int x) {\n  return t[x];\n}\nint h(void) { return 0; }"),
            "3~");
  EXPECT_EQ(changesOf("struct s { int a, b; };\nint f(struct s *p) {\n  return p->b;\n}",
                      "struct s { int a, c, b; };\nint f(struct s *p) {\n  return p->b;\n}"),
            "3~");
  EXPECT_EQ(changesOf("int printf(const char *, ...);\nvoid f(int x) {\n  printf(\"%d\", x);\n}",
                      "int printf(const char *, ...);\nvoid f(int x) {\n  printf(\"%x\", x);\n}"),
            "3~");
}

TEST(ChangeMap, AnInitialiserThatRefersToAChangedGlobalIsChanged) {
  EXPECT_EQ(
      changesOf("static int t = 1;\nstatic int *p = &t;\nint f(void) {\n  return *p;\n}\nvoid w(int *q) { p = q; }",
                "static int t = 2;\nstatic int *p = &t;\nint f(void) {\n  return *p;\n}\nvoid w(int *q) { p = q; }"),
      "4~ 6~");
}

TEST(ChangeMap, MovedStatementsAreChanged) {
  EXPECT_NE(changesOf("int g;\nint f(int x) {\n  if (x)\n    g = 1;\n  return g;\n}",
                      "int g;\nint f(int x) {\n  g = 1;\n  if (x)\n    ;\n  return g;\n}"),
            "");
  EXPECT_NE(changesOf("int g;\nvoid h(void);\nvoid f(void) {\n  g = 1;\n  h();\n}",
                      "int g;\nvoid h(void);\nvoid f(void) {\n  h();\n  g = 1;\n}"),
            "");
}

TEST(ChangeMap, SwappedParametersAreChanged) {
  EXPECT_NE(changesOf("int f(int a, int b) { return a - b; }\nint g(void) { return f(1, 2); }",
                      "int f(int b, int a) { return a - b; }\nint g(void) { return f(1, 2); }"),
            "");
}

TEST(ChangeMap, AConstructorIsAChange) {
  EXPECT_NE(
      changesOf("int g;\nvoid f(void) { g = 1; }", "int g;\n__attribute__((constructor)) void f(void) { g = 1; }"), "");
}

TEST(ChangeMap, ADefinitionThatBecameExternalChangesItsCalls) {
  EXPECT_EQ(changesOf("int g(void) {\n  return 1;\n}\nint f(void) {\n  return g();\n}",
                      "int g(void);\n\n\n\nint f(void) {\n  return g();\n}"),
            "-2 6~");
}

TEST(ChangeMap, SwitchesChangePerCase) {
  const char *Old = "int f(int x) {\n  switch (x) {\n  case 1:\n    return 5;\n  case 2:\n    return 6;\n  default:\n  "
                    "  return 7;\n  }\n}";
  EXPECT_EQ(changesOf(Old, "int f(int x) {\n  switch (x) {\n  case 1:\n    return 5;\n  case 2:\n    return 6;\n  case "
                           "3:\n    return 8;\n  default:\n    return 7;\n  }\n}"),
            "8+");
  EXPECT_NE(changesOf(Old, "int f(int x) {\n  switch (x) {\n  case 1:\n  case 3:\n    return 5;\n  case 2:\n    return "
                           "6;\n  default:\n    return 7;\n  }\n}"),
            "");
}

TEST(ChangeMap, ACondtionWithMoreTermsChangesOnlyItself) {
  EXPECT_EQ(changesOf("int f(int x, int y) {\n  int z = 0;\n  if (x && y)\n    z = 1;\n  return z;\n}",
                      "int f(int x, int y) {\n  int z = 0;\n  if (x && y && x != y)\n    z = 1;\n  return z;\n}"),
            "3~");
  EXPECT_NE(changesOf("int f(int x, int y) {\n  return x && y;\n}", "int f(int x, int y) {\n  return x || y;\n}"), "");
  EXPECT_NE(changesOf("int f(int x) {\n  return x ? 1 : 2;\n}", "int f(int x) {\n  return x ? 1 : 3;\n}"), "");
}

TEST(ChangeMap, JumpsAreEdges) {
  EXPECT_NE(changesOf("int g(void);\nint f(int x) {\n  x = g();\n  x += g();\nend:\n  return x;\n}",
                      "int g(void);\nint f(int x) {\n  x = g();\n  goto end;\n  x += g();\nend:\n  return x;\n}"),
            "");
  EXPECT_NE(changesOf("int g(void);\nvoid f(int x) {\n  while (x)\n    x = g();\n}",
                      "int g(void);\nvoid f(int x) {\n  do\n    x = g();\n  while (x);\n}"),
            "");
  EXPECT_NE(changesOf("void f(void) {\n  for (;;)\n    ;\n}", "void f(void) {\n}"), "");
}

TEST(ChangeMap, AddingAParameterKeepsTheBody) {
  EXPECT_EQ(changesOf("int f(int a) {\n  return a + 1;\n}\nint g(int x) {\n  return f(x);\n}",
                      "int f(int a, int b) {\n  return a + 1;\n}\nint g(int x) {\n  return f(x, 2);\n}"),
            "1~ 5~");
}

TEST(ChangeMap, CxxClasses) {
  const char *Old = "struct S {\n  virtual int m(int x) {\n    return x;\n  }\n  virtual ~S() {}\n};\n"
                    "int f(S &s, int x) {\n  return s.m(x);\n}\nS *make() {\n  return new S;\n}\n";
  EXPECT_EQ(changesOf(Old, Old, "t.cpp"), "");
  EXPECT_EQ(changesOf(Old,
                      "struct S {\n  virtual int m(int x) {\n    return x + 1;\n  }\n  virtual ~S() {}\n};\n"
                      "int f(S &s, int x) {\n  return s.m(x);\n}\nS *make() {\n  return new S;\n}\n",
                      "t.cpp"),
            "3~");
}

TEST(ChangeMap, ReplacingALibraryFunctionIsToldThoughNothingMentionsIt) {
  EXPECT_NE(changesOf("int f(void) { return 1; }", "int f(void) { return 1; }\nvoid free(void *p) { (void)p; }"), "");
}

TEST(ChangeMap, StrangersHaveNothingInCommon) {
  Program Old = compileText("int f(int x) { return x; }"), New = compileText("double g(double *x) { return *x * 2; }");
  EXPECT_FALSE(somethingInCommon(computeChangeMap(Old, New)));
  EXPECT_TRUE(somethingInCommon(computeChangeMap(Old, Old)));
}
