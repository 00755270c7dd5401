// Which texts of a program are worth a try as arguments.

#include "explore/ProgramConstants.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

using Texts = std::vector<std::string>;

Texts constantsOf(const std::string &Text, unsigned MostBytes) {
  Program Version = compileText(Text);
  return argumentConstants(Version.module(), MostBytes);
}

} // namespace

TEST(ArgumentConstants, LettersAndNamesThatGetoptIsGiven) {
  const char *Text = R"(
    struct option { const char *name; int has_arg; int *flag; int val; };
    int getopt_long(int, char *const *, const char *, const struct option *, int *);
    static struct option const names[] = {{"quiet", 0, 0, 'q'}, {"lines", 1, 0, 'n'}, {"links", 0, 0, 'l'}, {0, 0, 0, 0}};
    int main(int argc, char **argv) { return getopt_long(argc, argv, "+qn:", names, 0); })";
  EXPECT_EQ(constantsOf(Text, 7), (Texts{"-q", "-n", "-n1", "--quiet", "--lines", "--links", "--", "-"}));
  // What fits of "lines" and "links" is the beginning of both.
  EXPECT_EQ(constantsOf(Text, 4), (Texts{"-q", "-n", "-n1", "--qu", "--", "-"}));
}

TEST(ArgumentConstants, TextsThatAreComparedOrStandInTables) {
  const char *Text = R"(
    int strcmp(const char *, const char *);
    int printf(const char *, ...);
    static const char *const words[] = {"first", "second one", "third"};
    static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }
    int main(int argc, char **argv) {
      if (strcmp(argv[1], "--mode") == 0 || is(argv[1], "substr"))
        printf("found");
      return words[argc][0];
    })";
  Texts Found = constantsOf(Text, 6);
  std::sort(Found.begin(), Found.end());
  EXPECT_EQ(Found, (Texts{"--mode", "first", "substr", "third"}));
}
