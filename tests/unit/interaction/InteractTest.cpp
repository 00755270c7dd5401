// Errors that need several changes, with the sequences that they need; and those that do not.

#include "interaction/Interact.h"

#include "unit/partition/SmallVersions.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

struct Interactions {
  Interactions(const std::string &Old, const std::string &New, InputOptions Input = {}, bool Flat = false)
      : Versions({Old, New}), Space(Versions.space(std::move(Input))) {
    InteractOptions Options;
    Options.Time = std::chrono::seconds(20);
    Options.MostRuns = 400;
    Options.Flat = Flat;
    auto Made = interactChanges(*Versions.Maps.front(), Space, Options, temporaryCache());
    EXPECT_TRUE(Made) << (Made ? "" : Made.error().Message);
    if (Made)
      Result = std::move(*Made);
  }

  /// The texts of the changes that an error needs.
  std::vector<std::string> neededBy(std::size_t Error) const {
    std::vector<std::string> Texts;
    for (unsigned Id : Result.Errors.at(Error).Sequence)
      Texts.push_back(Result.Changes.at(Id - 1).Text);
    return Texts;
  }

  SmallVersions Versions;
  InputSpace Space;
  InteractResult Result;
};

InputOptions textOf(unsigned Bytes) {
  InputOptions Input;
  Input.Lengths.push_back({"fs", Bytes});
  return Input;
}

/// Böhme 2014, figure 4.5: a number range.
std::string range(bool New) {
  return std::string("void abort(void);\n"
                     "int f(const char *fs) {\n"
                     "  int v = 0, init = 1;\n") +
         (New ? "  int lhs = 0;\n" : "") +
         "  for (;; fs++) {\n"
         "    if (*fs >= '0' && *fs <= '9') {\n"
         "      v = 10 * v + (*fs - '0');\n" +
         (New ? "      lhs = 1;\n" : "") + "    } else if (*fs == '-') {\n" +
         (New ? "      init = lhs ? v : 1;\n" : "      init = v ? v : 1;\n") +
         "    } else {\n"
         "      if (init == 0) abort();\n"
         "      return init;\n"
         "    }\n"
         "  }\n"
         "}\n";
}

/// Böhme 2014, figure 4.3: memory that is only there if a range has an end, and an access that forgets which one.
std::string printable(bool New) {
  return std::string("void *calloc(unsigned long, unsigned long);\n"
                     "static char *printable;\n"
                     "static int isPrintable(unsigned char i) { return printable[i]; }\n"
                     "int f(unsigned char last, unsigned char open, unsigned char delimiter) {\n"
                     "  int marked = 0;\n") +
         (New ? "" : "  if (last < open)\n    last = open;\n") +
         (New ? "  if (last)\n    printable = calloc(last + 1, 1);\n" : "  printable = calloc(last + 1, 1);\n") +
         (New ? "  if (delimiter && open && last && !isPrintable(open))\n"
              : "  if (delimiter && open && !isPrintable(open))\n") +
         "    marked = 1;\n"
         "  return marked;\n"
         "}\n";
}

} // namespace

TEST(Interact, ARangeThatBeginsWithZeroNeedsThreeChangesFigure45) {
  Interactions Pair(range(false), range(true), textOf(3));
  ASSERT_EQ(Pair.Result.Errors.size(), 1u);
  const InteractionError &Error = Pair.Result.Errors[0];
  EXPECT_EQ(Error.Kind, SequenceErrorKind::Crash);
  EXPECT_EQ(Error.Code, "SIGABRT");
  EXPECT_TRUE(Error.Critical);
  EXPECT_TRUE(Error.Interaction);
  EXPECT_EQ(Pair.neededBy(0), (std::vector<std::string>{"int lhs = 0;", "lhs = 1;", "init = lhs ? v : 1;"}));
  for (std::size_t Test : Error.Tests)
    EXPECT_TRUE(Pair.Result.Tests[Test].Differs);
}

TEST(Interact, AnAccessOutsideIsFoundWithoutAnAssertionFigure43) {
  Interactions Pair(printable(false), printable(true));
  ASSERT_FALSE(Pair.Result.Errors.empty());
  const InteractionError &Error = Pair.Result.Errors[0];
  EXPECT_EQ(Error.Kind, SequenceErrorKind::Undefined);
  EXPECT_EQ(Error.Code, "heap-buffer-overflow");
  EXPECT_EQ(Error.Where.Line, 3u);
  EXPECT_GE(Error.Sequence.size(), 2u);
}

TEST(Interact, AnErrorOfOneChangeNeedsNoOther) {
  const std::string Text = "void abort(void);\n"
                           "int f(int x, int y) {\n"
                           "  int n = 0;\n"
                           "  if (x == 5)\n"
                           "    n += 1;\n"
                           "  if (y == 7)\n"
                           "    n += 2;\n"
                           "  return n;\n"
                           "}\n";
  std::string New = Text;
  New.replace(New.find("n += 1"), 6, "n += 4");
  New.replace(New.find("n += 2"), 6, "abort()");
  Interactions Pair(Text, New);
  ASSERT_EQ(Pair.Result.Errors.size(), 1u);
  EXPECT_EQ(Pair.neededBy(0), std::vector<std::string>{"abort();"});
  EXPECT_TRUE(Pair.Result.Errors[0].Critical);
  EXPECT_FALSE(Pair.Result.Errors[0].Interaction);
}

TEST(Interact, WhatIsUndefinedInBothVersionsIsNoError) {
  const std::string Old = "int t[4]; int f(unsigned char i) { t[i] = 1; return i; }";
  std::string New = Old;
  New.replace(New.find("= 1"), 3, "= 2");
  EXPECT_TRUE(Interactions(Old, New).Result.Errors.empty());
}

TEST(Interact, OneVersionAgainstItselfHasNoSequence) {
  Interactions Pair(range(true), range(true), textOf(2));
  EXPECT_TRUE(Pair.Result.Tests.empty());
  EXPECT_TRUE(Pair.Result.Errors.empty());
}

} // namespace vernier::test
