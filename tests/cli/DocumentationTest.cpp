// What the documentation shows is what Vernier prints, and it explains every code that Vernier can print.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

using namespace vernier::test;

namespace {

std::string textOf(const std::filesystem::path &File) {
  std::ifstream Stream(File);
  return std::string((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
}

const std::filesystem::path Root = VERNIER_SOURCE_DIR;

/// Codes of reasons and assumptions, as the sources of a folder spell them.
std::set<std::string> codesIn(const std::string &Folder) {
  // The first text of a reason or of an assumption; `undefinedIf` has it behind its condition.
  const std::regex Spelling("(?:giveUp\\(|unknown\\(|assume\\(|push_back\\(|object\\(|addObstacle\\(|Why = \\{|"
                            "[\\s({]\\{|undefinedIf\\([^\"]*)\"([a-z]+(?:-[a-z]+)*)\"\\s*[,)]");
  std::set<std::string> Codes;
  for (const auto &Entry : std::filesystem::directory_iterator(Root / "src" / Folder)) {
    if (Entry.path().extension() != ".cpp")
      continue;
    std::string Text = textOf(Entry.path());
    for (std::sregex_iterator It(Text.begin(), Text.end(), Spelling), End; It != End; ++It)
      Codes.insert((*It)[1]);
  }
  return Codes;
}

} // namespace

TEST(Documentation, ExplainsEveryCode) {
  std::string Page = textOf(Root / "docs/verify.md");
  std::set<std::string> Codes;
  for (const char *Folder : {"bounded", "check", "input", "changes", "impact"})
    Codes.merge(codesIn(Folder));
  // Other tables of the same form.
  for (const char *Other : {"a", "argv", "changelog", "char", "dlsym", "doc", "fesetround", "setlocale", "stderr",
                            "stdin", "stdout", "struct", "test"})
    Codes.erase(Other);
  EXPECT_GT(Codes.size(), 50u);
  for (const char *Known : {"volatile", "no-alias", "out-of-bounds", "bounded-input", "visible-symbol", "one-nan"})
    EXPECT_TRUE(Codes.contains(Known)) << Known; // the expression above still fits the sources
  for (const std::string &Code : Codes)
    EXPECT_NE(Page.find("`" + Code + "`"), std::string::npos) << "docs/verify.md does not explain " << Code;
}

TEST(Documentation, ThePageHasWordsForEveryAssumption) {
  std::string Page = textOf(Root / "docs/verify.md"), Model = textOf(Root / "apps/web/model.js");
  auto From = Page.find("## Assumptions"), To = Page.find("## When the answer");
  ASSERT_LT(From, To);
  std::string Table = Page.substr(From, To - From);
  const std::regex Row("\\n- ((?:`[^`\\n]*`(?:, )?)+):"), Code("`([a-z-]+)`");
  unsigned Number = 0;
  for (std::sregex_iterator It(Table.begin(), Table.end(), Row), End; It != End; ++It) {
    std::string Cell = (*It)[1];
    for (std::sregex_iterator Each(Cell.begin(), Cell.end(), Code); Each != End; ++Each, ++Number)
      EXPECT_NE(Model.find("\"" + (*Each)[1].str() + "\""), std::string::npos) << (*Each)[1];
  }
  EXPECT_GE(Number, 15u);
}

namespace {

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

TEST(Documentation, ExploreExplainsEveryReason) {
  std::string Page = textOf(Root / "docs/explore.md");
  const std::regex Spelling("(?:[{(]\\s*|return |Truncated = )\"([a-z]+(?:-[a-z]+)+|budget|longjmp|threads|fork)\"");
  std::set<std::string> Codes;
  for (const char *File : {"src/explore/Explore.cpp", "src/explore/TracedProgram.cpp", "src/search/Explorer.cpp",
                           "src/replay/Replay.cpp", "src/trace/Gaps.cpp"}) {
    std::string Text = textOf(Root / File);
    for (std::sregex_iterator It(Text.begin(), Text.end(), Spelling), End; It != End; ++It)
      Codes.insert((*It)[1]);
  }
  for (const char *Known : {"solver-unknown", "budget", "trace-full", "not-deterministic", "out-of-bounds"})
    EXPECT_TRUE(Codes.contains(Known)) << Known; // the expression above still fits the sources
  EXPECT_GT(Codes.size(), 25u);
  for (const std::string &Code : Codes)
    EXPECT_NE(Page.find("`" + Code + "`"), std::string::npos) << "docs/explore.md does not explain " << Code;
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
