#include "source/Complexity.h"

#include "MeasurePair.h"
#include "source/FileDiff.h"

namespace vernier {
namespace {

using namespace test;

TEST(Complexity, IsEmptyForCommentsAndWhiteSpace) {
  auto Measured = measurePair("int f(void) { return 1; } /* old */\n", "/* new */\nint f(void)\n{\n  return 1;\n}\n");
  EXPECT_TRUE(Measured.Graph.empty());
  EXPECT_EQ(Measured.Cycc, 0u);
  EXPECT_EQ(Measured.Cloc, 0u);
  EXPECT_EQ(Measured.EmptyReason, "only comments and white space");
}

TEST(Complexity, NamesFilesThatAreNotCode) {
  FileChange Picture = change("", "", "picture.png");
  Picture.Binary = true;
  Picture.Omitted = "binary file";
  auto Measured = measureAll({Picture, change("a\n", "b\n", "README"), change("a\n", "b\n", "parse.y")});
  EXPECT_TRUE(Measured.Graph.empty());
  EXPECT_EQ(Measured.EmptyReason, "no C or C++ file changed");
  ASSERT_EQ(Measured.Skipped.size(), 3u);
  EXPECT_EQ(Measured.Skipped[0].Text, "binary file");
  EXPECT_EQ(Measured.Skipped[1].Text, "not a C or C++ file");
  EXPECT_NE(Measured.Skipped[2].Text.find("yacc"), std::string::npos);
}

TEST(Complexity, OfARenameAloneIsNone) {
  FileChange Renamed = change("int x;\n", "int x;\n", "new.c");
  Renamed.OldPath = "old.c";
  Renamed.Status = FileStatus::Renamed;
  EXPECT_EQ(measureAll({Renamed}).EmptyReason, "only renamed");
  Renamed.NewText = "int y;\n";
  EXPECT_FALSE(measureAll({Renamed}).Graph.empty());
}

// Böhme 2014, figures 5.1 to 5.3, as programs.

TEST(Complexity, OfTheSimpleErrorOfFigure51IsOne) {
  std::string Start =
      "#include <ctype.h>\nlong parse(const char *s) {\n  long value = 0;\n  int sign = *s == '-' ? -1 : 1;\n"
      "  if (sign < 0)\n    s++;\n  do {\n    if (isdigit(*s))\n      value = 10 * value + sign * (*s - '0');\n"
      "  } while (*++s);\n";
  auto Measured = measurePair(Start + "  return value * sign;\n}\n", Start + "  return value;\n}\n");
  EXPECT_EQ(Measured.Cycc, 1u);
  EXPECT_EQ(Measured.Cloc, 1u);
}

TEST(Complexity, OfTheComplexErrorOfFigure52IsFour) {
  std::string Start =
      "enum { NS, D };\nvoid warn(void);\nint loop(int);\nvoid consider(int info, int level, int path) {\n"
      "  if (info == D) {\n    warn();\n  }\n";
  auto Measured = measurePair(Start + "}\n", Start + "  else if (info == NS) {\n    if (level == 0) {\n      warn();\n"
                                                     "    } else {\n      if (loop(path)) {\n        warn();\n      }\n"
                                                     "    }\n  }\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"8:c", "9:c", "10:c", "12:c", "13:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-8", "8-9", "8-X", "9-10", "9-12", "10-X", "12-13", "12-X", "13-X"}));
  EXPECT_EQ(Measured.Cycc, 4u);
  EXPECT_EQ(Measured.Cloc, 5u);
}

TEST(Complexity, OfTheThirdGraphOfFigure53IsFive) {
  // 200 can follow itself, 100 cannot.
  const char *Old =
      "int g;\nvoid f(int a) {\n  do {\n    if (a & 1) {\n      g = 1;\n      if (a & 2)\n        break;\n"
      "    }\n    g = 3;\n  } while (a--);\n}\n";
  const char *New =
      "int g;\nvoid f(int a) {\n  do {\n    if (a & 1) {\n      g = 2;\n      if (a & 2)\n        break;\n"
      "    }\n    g = 4;\n  } while (a--);\n}\n";
  auto Measured = measurePair(Old, New);
  EXPECT_EQ(edges(Measured), (Names{"0-5", "0-9", "5-9", "9-5", "9-9", "5-X", "9-X"}));
  EXPECT_EQ(Measured.Cycc, 5u);
}

TEST(Complexity, SplitsShortCircuitConditions) {
  auto Measured = measurePair("int f(int a, int b) {\n  if (a > 1 &&\n      b > 1)\n    return 1;\n  return 0;\n}\n",
                              "int f(int a, int b) {\n  if (a > 2 &&\n      b > 2)\n    return 1;\n  return 0;\n}\n");
  EXPECT_EQ(edges(Measured), (Names{"0-2", "2-3", "2-X", "3-X"}));
}

TEST(Complexity, CountsLinesWithCodeOnly) {
  auto Measured = measurePair(
      "void g(int);\nvoid f(int a) {\n  if (a)\n    g(1);\n}\n",
      "void g(int);\nvoid f(int a) {\n  if (a)\n    {\n      /* why */\n      g(2);\n\n      g(3);\n    }\n}\n");
  EXPECT_EQ(Measured.Cloc, 2u);
}

TEST(Complexity, MarksEveryBlockOfANewFunction) {
  auto Measured = measurePair("int x;\n", "int x;\nint f(int a) {\n  if (a)\n    return 1;\n  return 2;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"3:c", "4:c", "5:c"}));
  EXPECT_EQ(Measured.Cycc, 2u);
  EXPECT_EQ(measureAll({added("int f(int a) {\n  return a;\n}\n", "new.c")}).Cycc, 1u);
}

TEST(Complexity, KnowsARenamedFunction) {
  std::string Body = "(int a) {\n  int b = a * 2;\n  while (b > 3)\n    b -= a;\n  return b + a * 7;\n}\n";
  auto Measured = measurePair("int old_name" + Body, "int new_name" + Body);
  EXPECT_EQ(nodes(Measured), (Names{"2:c"})); // one node for the function, not all of it
}

TEST(Complexity, FollowsCallsByName) {
  auto Measured = measurePair("static void h(int a) {\n  if (a)\n    a = 1;\n}\nvoid k(void);\nvoid f(int a) {\n  "
                              "h(a);\n  k();\n  while (a--)\n    k();\n  a = 1;\n}\n",
                              "static void h(int a) {\n  if (a)\n    a = 2;\n}\nvoid k(void);\nvoid f(int a) {\n  "
                              "h(a);\n  k();\n  while (a--)\n    k();\n  a = 2;\n}\n");
  // h is only called by f: not an entry of its own; f may pass it without executing its change.
  EXPECT_EQ(edges(Measured), (Names{"0-3", "0-11", "3-11", "11-X"}));
  EXPECT_EQ(Measured.CalledElsewhere, 1u); // k
}

TEST(Complexity, FollowsCallsIntoOtherChangedFiles) {
  auto Measured = measureAll({change("int h(int a) {\n  return a;\n}\n", "int h(int a) {\n  return a + 1;\n}\n", "h.c"),
                              change("int h(int);\nint f(int a) {\n  return h(a) + 1;\n}\n",
                                     "int h(int);\nint f(int a) {\n  return h(a) + 2;\n}\n", "f.c")});
  EXPECT_EQ(edges(Measured), (Names{"0-2", "2-3", "2-X", "3-X"})); // h first, then the sum
}

TEST(Complexity, TakesAddressesAsCallsFromOutside) {
  std::string Rest = "int (*p)(void) = h;\nint f(void) { return h(); }\n";
  auto Measured = measurePair("static int h(void) { return 1; }\n" + Rest, "static int h(void) { return 2; }\n" + Rest);
  EXPECT_EQ(edges(Measured), (Names{"0-1", "1-X"}));
}

TEST(Complexity, ToleratesMissingHeadersAndNames) {
  std::string Start =
      "#include <nowhere.h>\n#include \"here.h\"\nstatic idx_t ATTRIBUTE_PURE f (FILE_T *p, count_t n)\n{\n"
      "  idx_t i = START;\n  if (n < LIMIT && p->ready)\n";
  auto Measured = measureAll({change(Start + "    return p->size;\n  return i;\n}\n",
                                     Start + "    return p->length;\n  return i;\n}\n", "src/a.c")},
                             {{"src/here.h", "int here;\n"}});
  EXPECT_EQ(nodes(Measured), (Names{"7:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-7", "7-X"}));
  EXPECT_TRUE(mentions(Measured.Problems, "1 header missing: nowhere.h"));
  EXPECT_FALSE(mentions(Measured.Problems, "tokens"));
}

TEST(Complexity, UnderstandsConstantsOfMissingHeaders) {
  std::string Start = "#include <nowhere.h>\nint f (int a)\n{\n  switch (a)\n    {\n    case FIRST:\n    case second:\n"
                      "      global = 1;\n      break;\n    case THIRD:\n";
  auto Measured = measurePair(Start + "      a += 1;\n      break;\n    }\n  return a + 1;\n}\n",
                              Start + "      a += 2;\n      break;\n    }\n  return a + 2;\n}\n");
  EXPECT_EQ(edges(Measured), (Names{"0-11", "0-14", "11-14", "14-X"}));
  EXPECT_FALSE(mentions(Measured.Problems, "tokens"));
}

TEST(Complexity, ReadsBodiesThatDoNotParse) {
  std::string Start = "int f(int a) {\n  if (a) {\n    @ $$ ) = 3;\n  }\n  while (a)\n";
  auto Measured = measurePair(Start + "    a -= 1;\n  return a;\n}\n", Start + "    a -= 2;\n  return a;\n}\n");
  EXPECT_EQ(nodes(Measured), (Names{"6:c"}));
  EXPECT_EQ(edges(Measured), (Names{"0-6", "6-6", "6-X"}));
  EXPECT_TRUE(mentions(Measured.Problems, "while parsing"));
}

TEST(Complexity, NeverLosesAFileThatIsHopeless) {
  auto Measured = measurePair("int f(int a) {\n  if (a) {\n    a = 1;\n", "int f(int a) {\n  if (a) {\n    a = 2;\n");
  EXPECT_FALSE(Measured.Graph.empty());
  EXPECT_TRUE(mentions(Measured.Problems, "tokens only"));
  EXPECT_FALSE(measurePair("]] = 1", "]] = 2").Graph.empty());
  EXPECT_FALSE(measurePair("\"unterminated", "\"unterminated text").Graph.empty());
}

TEST(Complexity, WorksWithoutClang) {
  const char *Old = "int f(int a) {\n  for (;;) {\n    switch (a) {\n    case 1:\n      return 1;\n    default:\n      "
                    "a++;\n      continue;\n    }\n  }\n}\n";
  const char *New = "int f(int a) {\n  for (;;) {\n    switch (a) {\n    case 1:\n      return 2;\n    default:\n      "
                    "a--;\n      continue;\n    }\n  }\n}\n";
  for (bool TokensOnly : {false, true}) {
    auto Measured = measureAll({change(Old, New)}, {}, {.TokensOnly = TokensOnly});
    EXPECT_EQ(edges(Measured), (Names{"0-5", "0-7", "5-X", "7-5", "7-7"})) << TokensOnly;
  }
}

TEST(Complexity, KnowsThatExitEndsTheProgram) {
  auto Measured = measurePair(
      "#include <stdlib.h>\nint g;\nstatic void die(void) {\n  exit(1);\n}\nvoid f(void) {\n  die();\n  g = 1;\n}\n",
      "#include <stdlib.h>\nint g;\nstatic void die(void) {\n  exit(2);\n}\nvoid f(void) {\n  die();\n  g = 2;\n}\n");
  // What follows the call is never reached.
  EXPECT_EQ(edges(Measured), (Names{"0-4", "4-X", "8-X"}));
}

// C++

TEST(Complexity, ReadsCxx) {
  const char *Old = "namespace n {\nclass C {\n  int v;\npublic:\n  C() : v(1) {}\n  int get(int a) const {\n    if "
                    "(a)\n      return v;\n    return 0;\n  }\n};\n}\n";
  std::string New = Old;
  New.replace(New.find("return v"), 8, "return v + 1");
  auto Measured = measurePair(Old, New, "a.cc");
  EXPECT_EQ(nodes(Measured), (Names{"8:c"}));
  EXPECT_EQ(Measured.Functions, (std::vector<std::string>{"a.cc:get"}));
}

TEST(Complexity, KnowsHeadersOfCxx) {
  std::string Old = "namespace n {\ninline int f(int a) {\n  if (a)\n    return 1;\n  return 2;\n}\n}\n", New = Old;
  New.replace(New.find("return 1"), 8, "return 3");
  auto Measured = measurePair(Old, New, "a.h");
  EXPECT_EQ(nodes(Measured), (Names{"4:c"}));
  EXPECT_TRUE(Measured.Problems.empty());
  EXPECT_EQ(languageOf(change("", "struct s { int class; };\n", "b.h")), SourceLanguage::Cxx);
  EXPECT_EQ(languageOf(change("", "#ifdef __cplusplus\nnamespace n {\n#endif\nint x;\n", "b.h")), SourceLanguage::C);
  EXPECT_EQ(languageOf(change("", "int x;\n", "b.h")), SourceLanguage::C);
}

TEST(Complexity, ParsesAFewCxxFilesOnly) {
  std::vector<FileChange> Changes;
  for (unsigned I = 0; I != 3; ++I)
    Changes.push_back(change("int f() {\n  return 1;\n}\n", "int f() {\n  return 2;\n}\n", std::to_string(I) + ".cc"));
  auto Measured = measureAll(Changes, {}, {.MostCxxFiles = 2});
  EXPECT_EQ(Measured.Problems.size(), 1u);
  EXPECT_TRUE(mentions(Measured.Problems, "more than 2 C++ files"));
  EXPECT_EQ(nodes(Measured), (Names{"2:c", "2:c", "2:c"}));
}

TEST(Complexity, ReadsPatternsOfTemplates) {
  auto Measured =
      measurePair("template <class T> T f(T a) {\n  if (a > 0)\n    return a;\n  return -a;\n}\n",
                  "template <class T> T f(T a) {\n  if (a > 0)\n    return a + 1;\n  return -a;\n}\n", "a.cpp");
  EXPECT_EQ(edges(Measured), (Names{"0-3", "3-X"}));
}

TEST(Complexity, ConnectsHandlers) {
  auto Measured = measurePair("void g();\nint f(int a) {\n  try {\n    g();\n    a += 1;\n  } catch (int e) {\n    a = "
                              "2;\n  }\n  return a;\n}\n",
                              "void g();\nint f(int a) {\n  try {\n    g();\n    a += 5;\n  } catch (int e) {\n    a = "
                              "3;\n  }\n  return a;\n}\n",
                              "a.cpp");
  auto Edges = edges(Measured);
  EXPECT_TRUE(Edges.count("5-7")) << "from the try block into the handler";
  EXPECT_TRUE(Edges.count("5-X"));
  EXPECT_TRUE(Edges.count("7-X"));
}

} // namespace
} // namespace vernier
