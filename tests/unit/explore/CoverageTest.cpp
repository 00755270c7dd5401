// What the default strategy finds within a number of runs. Time plays no role.

#include "explore/Explore.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

ExploreResult exploreWithin(unsigned Runs, const std::string &Text, StrategyKind Strategy, unsigned Bytes,
                            unsigned Stdin = 0) {
  auto Place = Workspace::open();
  ExploreOptions Options;
  Options.Input.Argv = {1, Bytes};
  if (Stdin)
    Options.Input.Stdin = Stdin;
  Options.Search.MostRuns = Runs;
  Options.Strategy = Strategy;
  Program Version = compileText(Text);
  auto Result = exploreProgram(Version, Options, *Place);
  EXPECT_TRUE(Result) << Result.error().Message;
  return Result ? std::move(*Result) : ExploreResult();
}

/// Some test prints this.
bool prints(const ExploreResult &Result, const std::string &Text) {
  for (const ExploredOutcome &Each : Result.Outcomes)
    if (Each.Plain.Stdout.find(Text) != std::string::npos)
      return true;
  return false;
}

/// The interesting code is behind a long name; each of its characters is a run for a solver.
const char *BehindAName = R"(
  #include <stdio.h>
  #include <string.h>
  int main(int argc, char **argv) {
    if (strcmp(argv[1], "--summarise") == 0)
      puts("a summary");
    else if (argv[1][0] == '-' && argv[1][1] == 'x')
      puts("the option x");
    return 0;
  })";

/// An error message quotes its argument byte by byte: a choice for every byte, and nothing behind any of them. Behind
/// the option k the first byte of the input and the letter together decide.
const char *BehindAMessage = R"(
  #include <stdio.h>
  static void quote(const char *text) {
    for (; *text; text++) {
      unsigned char c = (unsigned char)*text;
      if (c < 32)
        fputs("\\c", stderr);
      else if (c == '\'' || c == '\\')
        fprintf(stderr, "\\%c", c);
      else if (c > 126)
        fputs("\\x", stderr);
      else
        fputc(c, stderr);
    }
  }
  int main(int argc, char **argv) {
    int pairs = 0, c;
    if (argv[1][0] == '-' && argv[1][1] == 'k')
      pairs = 1;
    else if (argv[1][0]) {
      quote(argv[1]);
      return 1;
    }
    while ((c = getchar()) != EOF) {
      if (c == ':') {
        if (pairs)
          puts("a pair");
        else
          puts("a colon");
      }
      if (c == '#' && pairs)
        puts("a remark");
    }
    return 0;
  })";

} // namespace

TEST(Coverage, AnOptionNameIsTriedAsAWhole) {
  EXPECT_TRUE(prints(exploreWithin(4, BehindAName, StrategyKind::Coverage, 11), "a summary"));
  EXPECT_FALSE(prints(exploreWithin(4, BehindAName, StrategyKind::BreadthFirst, 11), "a summary"));
}

TEST(Coverage, AMessageThatQuotesItsArgumentIsNoTrap) {
  ExploreResult Default = exploreWithin(60, BehindAMessage, StrategyKind::Coverage, 6, 3);
  EXPECT_TRUE(prints(Default, "a pair"));
  EXPECT_TRUE(prints(Default, "a remark"));
  ExploreResult Random = exploreWithin(60, BehindAMessage, StrategyKind::Random, 6, 3);
  EXPECT_GE(Default.Branches.Covered, Random.Branches.Covered);
}

TEST(Coverage, ConstantsDoNotKeepASmallSpaceFromBeingComplete) {
  ExploreResult Result = exploreWithin(500, R"(
    #include <string.h>
    int main(int argc, char **argv) { return strcmp(argv[1], "ab") == 0 ? 1 : argv[1][1] == 'b' ? 2 : 0; })",
                                       StrategyKind::Coverage, 2);
  EXPECT_TRUE(Result.Found.Complete);
}
