// Changes outside of functions show up at the blocks that use them, or as a node of their own.

#include "MeasurePair.h"

namespace vernier {
namespace {

using namespace test;

TEST(DeclarationChange, AMacroBodyChangesItsUses) {
  auto Measured =
      measurePair("#define N 3\n#define M (N + 1)\nint f(int a) {\n  if (a)\n    return M;\n  return 0;\n}\n",
                  "#define N 4\n#define M (N + 1)\nint f(int a) {\n  if (a)\n    return M;\n  return 0;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"5:c"}));
  EXPECT_EQ(Measured.Cloc, 1u);
}

TEST(DeclarationChange, AnUnusedMacroIsANode) {
  EXPECT_EQ(nodes(measurePair("#define N 3\nint x;\n", "#define N 4\nint x;\n")), (Names{"1:d"}));
  EXPECT_EQ(nodes(measurePair("int x;\n", "#define N 4\nint x;\n")), (Names{"1:d"}));
  EXPECT_EQ(nodes(measurePair("int x;\n#define N 4\n", "int x;\n")), (Names{"2:d"}));
}

TEST(DeclarationChange, AGlobalInitialiserChangesItsUses) {
  auto Measured = measurePair("int g = 1;\nint f(int a) {\n  if (a)\n    return g;\n  return 0;\n}\n",
                              "int g = 2;\nint f(int a) {\n  if (a)\n    return g;\n  return 0;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"4:c"}));
}

TEST(DeclarationChange, AStaticTableEntryChangesItsReaders) {
  auto Measured =
      measurePair("static const char *t[] = {\n  \"a\",\n  \"b\",\n};\nconst char *f(int a) {\n  return t[a];\n}\n",
                  "static const char *t[] = {\n  \"a\",\n  \"c\",\n};\nconst char *f(int a) {\n  return t[a];\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"6:c"}));
  EXPECT_EQ(Measured.Cloc, 1u);
}

TEST(DeclarationChange, AnEnumValueChangesThoseThatFollowFromIt) {
  const char *Uses = "int f(int a) {\n  if (a == 1)\n    return A;\n  if (a == 2)\n    return C;\n  return D;\n}\n";
  auto Measured = measurePair(std::string("enum e { A, B, C, D = 9 };\n") + Uses,
                              std::string("enum e { A, B = 5, C, D = 9 };\n") + Uses);
  EXPECT_EQ(nodes(Measured), (Names{"6:c"})); // return C; neither A nor D
}

TEST(DeclarationChange, AnEnumReachesCodeThroughATable) {
  const char *Rest = "static int t[] = { A, 7 };\nint f(int a) {\n  return t[a];\n}\n";
  EXPECT_EQ(nodes(measurePair(std::string("enum { A = 1 };\n") + Rest, std::string("enum { A = 2 };\n") + Rest)),
            (Names{"4:c"}));
}

TEST(DeclarationChange, AStructMemberChangesItsUses) {
  const char *Uses = "int f(struct s *p, int a) {\n  if (a)\n    return p->m;\n  return p->n;\n}\n";
  EXPECT_EQ(nodes(measurePair(std::string("struct s { int m; int n; };\n") + Uses,
                              std::string("struct s { long m; int n; };\n") + Uses)),
            (Names{"4:c"}));
}

TEST(DeclarationChange, ATypedefChangesItsUses) {
  const char *Uses = "int f(int a) {\n  if (a) {\n    t x = a;\n    return x > 0;\n  }\n  return 0;\n}\n";
  EXPECT_EQ(nodes(measurePair(std::string("typedef int t;\n") + Uses, std::string("typedef unsigned t;\n") + Uses)),
            (Names{"4:c"}));
}

TEST(DeclarationChange, APrototypeChangesItsCallers) {
  const char *Uses = "int f(int a) {\n  if (a)\n    return h(a);\n  return 0;\n}\n";
  EXPECT_EQ(nodes(measurePair(std::string("int h(int);\n") + Uses, std::string("int h(long);\n") + Uses)),
            (Names{"4:c"}));
}

TEST(DeclarationChange, ASignatureChangesTheFunctionAndItsCallers) {
  auto Measured = measurePair(
      "static int h(int x) {\n  return x;\n}\nint f(int a) {\n  if (a)\n    return h(a);\n  return 0;\n}\n",
      "static int h(long x) {\n  return x;\n}\nint f(int a) {\n  if (a)\n    return h(a);\n  return 0;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"2:c", "6:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-6", "6-2", "2-X"}));
}

TEST(DeclarationChange, ANewNameOrAttributeOfAParameterDoesNotReachCallers) {
  const char *Old =
      "static int h(int x) {\n  return 1;\n}\nint f(int a) {\n  if (a)\n    return h(a);\n  return 0;\n}\n";
  const char *New = "static int h(const int y UNUSED) {\n  return 1;\n}\nint f(int a) {\n  if (a)\n    return h(a);\n  "
                    "return 0;\n}\n";
  EXPECT_EQ(nodes(measurePair(Old, New)), (Names{"2:c"}));
}

TEST(DeclarationChange, UnusedDeclarationsAreNodes) {
  EXPECT_EQ(nodes(measurePair("int f(void) { return 0; }\n", "struct s { int a; };\nint f(void) { return 0; }\n")),
            (Names{"1:d"}));
  // Neighbours are one node, like statements of one block.
  EXPECT_EQ(nodes(measureAll({added("int a(void);\nint b(void);\n#define C 1\n", "x.h")})), (Names{"1:d"}));
  EXPECT_EQ(nodes(measurePair("extern int a;\n", "extern long a;\n", "x.h")), (Names{"1:d"}));
}

TEST(DeclarationChange, ADirectiveAroundAFunctionChangesIt) {
  auto Measured = measurePair("#if A\nint f(int a) {\n  if (a)\n    return 1;\n  return 0;\n}\n#endif\n",
                              "#if A && B\nint f(int a) {\n  if (a)\n    return 1;\n  return 0;\n}\n#endif\n");
  EXPECT_EQ(nodes(Measured), (Names{"3:c"}));
}

TEST(DeclarationChange, ADirectiveInsideAFunctionChangesIt) {
  auto Measured = measurePair("int f(int a) {\n#if A\n  a++;\n#endif\n  return a;\n}\n",
                              "int f(int a) {\n#if A && B\n  a++;\n#endif\n  return a;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"2:c"}));
}

TEST(DeclarationChange, InactiveCodeIsShownWhereItStands) {
  auto Measured = measurePair("int f(int a) {\n  if (a) {\n#ifdef NEVER\n    a = 1;\n#endif\n  }\n  return a;\n}\n",
                              "int f(int a) {\n  if (a) {\n#ifdef NEVER\n    a = 2;\n#endif\n  }\n  return a;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"4:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-4", "4-X"}));
}

TEST(DeclarationChange, AnIncludeAloneIsANode) {
  auto Measured = measurePair("#include <stdio.h>\nint x;\n", "#include <stdio.h>\n#include \"other.h\"\nint x;\n");
  EXPECT_EQ(nodes(Measured), (Names{"2:d"}));
  EXPECT_EQ(Measured.Cloc, 0u);
  // Beside changed code it is only mentioned.
  auto Both = measurePair("int f(void) { return 1; }\n", "#include \"other.h\"\nint f(void) { return 2; }\n");
  EXPECT_EQ(nodes(Both), (Names{"2:c"}));
  EXPECT_TRUE(mentions(Both.Problems, "#include \"other.h\""));
}

TEST(DeclarationChange, AHeaderReachesTheOtherChangedFiles) {
  auto Measured = measureAll({change("#define LIMIT 1\n", "#define LIMIT 2\n", "x.h"),
                              change("int f(int a) {\n  if (a)\n    return LIMIT;\n  return 1;\n}\n",
                                     "int f(int a) {\n  if (a)\n    return LIMIT;\n  return 2;\n}\n")});
  EXPECT_EQ(nodes(Measured), (Names{"3:c", "4:c"}));
}

TEST(DeclarationChange, OrderAloneIsNone) {
  auto Measured =
      measurePair("int a;\nint b;\nint f(void) { return a; }\n", "int b;\nint f(void) { return a; }\nint a;\n");
  EXPECT_TRUE(Measured.Graph.empty());
  EXPECT_EQ(Measured.EmptyReason, "only the order of declarations");
  // The order of directives may matter.
  EXPECT_FALSE(measurePair("#define A 1\n#undef A\n", "#undef A\n#define A 1\n").Graph.empty());
}

} // namespace
} // namespace vernier
