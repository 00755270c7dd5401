#include "source/Outline.h"

#include <gtest/gtest.h>

namespace vernier {
namespace {

using Strings = std::vector<std::string>;

/// "f name" for functions, "d name" for declarations, "m name" for macros, "i name" for includes, "# name" otherwise.
Strings shape(const std::string &Text, SourceLanguage Language = SourceLanguage::C, std::string *Problem = nullptr) {
  auto Tokens = lexTokens(Text, Language);
  Outline Result = readOutline(Tokens, Language);
  if (Problem)
    *Problem = Result.Problem;
  else
    EXPECT_EQ(Result.Problem, "");
  Strings Names;
  for (auto &R : Result.Regions)
    Names.push_back(std::string(1, "fdmi#"[static_cast<int>(R.Kind)]) + " " + R.Name);
  return Names;
}

TEST(Outline, FindsItemsOfC) {
  EXPECT_EQ(shape("#include <stdio.h>\n#define N 3\nstatic int x[N] = {1, 2}, y;\nint f(int);\n"
                  "struct s { int a; };\ntypedef struct { int b; } t;\nenum e { A, B };\n"
                  "static int g(int a) { if (a) { return 1; } return 2; }\nint main(void) { return 0; }\n"),
            (Strings{"i <stdio.h>", "m N", "d x", "d f", "d s", "d t", "d e", "f g", "f main"}));
}

TEST(Outline, FindsNamesBesideAttributes) {
  EXPECT_EQ(shape("static bool ATTRIBUTE_PURE f (int a) { }\n__attribute__((noreturn)) void g(void) { }\n"
                  "_GL_ATTR (1) int h (void) { }\nTEST(Suite, Case) { }\n"),
            (Strings{"f f", "f g", "f h", "f TEST"}));
}

TEST(Outline, ReadsOldStyleParameters) {
  EXPECT_EQ(shape("int f(a, b)\n int a;\n char *b;\n{ return a; }\nint x;\n"), (Strings{"f f", "d x"}));
}

TEST(Outline, KnowsTheConditionsAroundAnItem) {
  auto Tokens = lexTokens("#ifdef A\nint x;\n#else\nint y;\n#endif\nint z;\n", SourceLanguage::C);
  auto Regions = readOutline(Tokens, SourceLanguage::C).Regions;
  ASSERT_EQ(Regions.size(), 3u);
  EXPECT_NE(Regions[0].Context, Regions[1].Context);
  EXPECT_NE(Regions[0].Context, "");
  EXPECT_EQ(Regions[2].Context, "");
}

TEST(Outline, MatchesBracesAcrossAlternatives) {
  EXPECT_EQ(shape("void f(int a) {\n#if X\n  if (a) {\n#else\n  if (!a) {\n#endif\n  }\n}\nint y;\n"),
            (Strings{"f f", "d y"}));
}

TEST(Outline, EntersScopesOfCxx) {
  EXPECT_EQ(shape("namespace n { class C { int a; void f() { } }; }\nextern \"C\" { int g(void) { } }\n"
                  "void C::h() const { }\ntemplate <class T> T id(T t) { return t; }\n",
                  SourceLanguage::Cxx),
            (Strings{"d n", "d C", "d a", "f f", "d extern", "f g", "f h", "f id"}));
}

TEST(Outline, AcceptsMacrosThatStandForDeclarations) {
  EXPECT_EQ(shape("HEADER_BEGIN\nint x;\nHEADER_END\n"), (Strings{"d x", "d HEADER_END"}));
  EXPECT_EQ(shape("int x;\nDECLARE (y)\n"), (Strings{"d x", "d DECLARE"}));
  EXPECT_EQ(shape("#if A\nint x;\nHEADER_END\n#endif\nint y;\n"), (Strings{"d x", "d HEADER_END", "d y"}));
}

TEST(Outline, SaysWhenBracesDoNotMatch) {
  std::string Problem;
  EXPECT_EQ(shape("int f(void)\n{\n  if (x) {\n}\nint y;\nint g(void)\n{\n}\n", SourceLanguage::C, &Problem),
            (Strings{"f f", "d y", "f g"}));
  EXPECT_NE(Problem, "");
  shape("}\n", SourceLanguage::C, &Problem);
  EXPECT_NE(Problem, "");
  shape("#if A\nint x;\n", SourceLanguage::C, &Problem);
  EXPECT_NE(Problem, "");
}

} // namespace
} // namespace vernier
