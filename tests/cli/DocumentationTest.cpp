// What the documentation shows is what Vernier prints. (That it explains every code is in tests/structure.)

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

using namespace vernier::test;

namespace {

std::string textOf(const std::filesystem::path &File) {
  std::ifstream Stream(File);
  return std::string((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
}

const std::filesystem::path Root = VERNIER_SOURCE_DIR;

/// Commands that stand on several lines.
std::string withJoinedLines(const std::string &Text) {
  return std::regex_replace(Text, std::regex(" \\\\\n +"), " ");
}

/// How long it takes is another each time.
std::string withoutTimes(const std::string &Text) {
  return std::regex_replace(Text, std::regex(" in [0-9.]+ s \\([0-9]+ per second\\)"), " in some time");
}

} // namespace

TEST(Documentation, VerifyPrintsWhatItsPageShows) {
  CommandLine At;
  std::string Page = withoutTimes(withJoinedLines(textOf(Root / "docs/verify.md")));
  const std::string Figure = "vernier verify examples/figures/3-2-incomplete-fix/old.c "
                             "examples/figures/3-2-incomplete-fix/new.c --entry passed --no-bounded";
  for (const std::string &Command :
       {std::string("vernier verify examples/due-date/old.c examples/due-date/new.c --entry isLeapYear"), Figure,
        Figure + " --explain 1", Figure + " --golden examples/figures/3-2-incomplete-fix/golden.c | grep ^golden"}) {
    Ran Shown = At.run("cd '" VERNIER_SOURCE_DIR "' && " + Command);
    EXPECT_EQ(Shown.Code, Command.ends_with("^golden") ? 0 : 1) << Shown.Err;
    EXPECT_NE(Page.find("```\n$ " + Command + "\n" + withoutTimes(Shown.Out) + "```\n"), std::string::npos)
        << Shown.Out;
  }
}

TEST(Documentation, ExplorePrintsWhatItsPageShows) {
  CommandLine At;
  const std::string Command = "vernier explore examples/pace/pace.c --entry pace --bound kilometres=0..100 "
                              "--bound from=0..1439 --bound to=0..1439";
  Ran Shown = At.run("cd '" VERNIER_SOURCE_DIR "' && " + Command);
  EXPECT_EQ(Shown.Code, 1) << Shown.Err;
  // How much work it was may change; notes are about what the machine's sandbox lacks.
  const std::regex Work("in [0-9]+ runs, [0-9]+ quer[a-z]+ to the solver, [0-9.]+ s\n"), Note("note [^\n]*\n");
  auto Lasting = [&](const std::string &Text) {
    return std::regex_replace(std::regex_replace(Text, Work, "\n"), Note, "");
  };
  for (const char *File : {"docs/explore.md", "README.md"})
    EXPECT_NE(Lasting(textOf(Root / File)).find(Lasting("```\n$ " + Command + "\n" + Shown.Out + "```\n")),
              std::string::npos)
        << File << "\n"
        << Shown.Out;
}
