// The codes of reasons and assumptions: the pages explain those of the table and no others, and the sources make no
// other ones.

#include "verdict/Codes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace fs = std::filesystem;
using namespace vernier;

namespace {

const fs::path Root = VERNIER_SOURCE_DIR;

std::string textOf(const fs::path &File) {
  std::ifstream Stream(File);
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

/// One paragraph, or one entry of a list, as one line.
std::string joined(const std::string &Lines) {
  return std::regex_replace(Lines, std::regex("\\s+"), " ");
}

/// The entries of the lists below a heading of a page, without those below the next one.
std::vector<std::string> entriesBelow(const char *Page, const std::string &Heading) {
  std::string Text = textOf(Root / "docs" / Page);
  auto From = Text.find("\n#" + Heading + "\n");
  EXPECT_NE(From, std::string::npos) << Page << ": " << Heading;
  Text = Text.substr(From, Text.find("\n## ", From + 4) - From);
  std::vector<std::string> Result;
  const std::regex Entry("\n- ((?:.|\n  )*)");
  for (std::sregex_iterator It(Text.begin(), Text.end(), Entry), End; It != End; ++It)
    Result.push_back(joined((*It)[1]));
  return Result;
}

/// What an entry is about: `a`, `b: NAMES`, `c EXPR` in front of its colon.
std::vector<std::string> codesOf(const std::string &Entry) {
  const std::regex Head("^((?:`[^`]*`(?:, )?)+):"), Code("`([a-z-]+)(?:: NAMES| EXPR)?`");
  std::smatch Found;
  std::vector<std::string> Result;
  if (!std::regex_search(Entry, Found, Head))
    return Result;
  std::string Text = Found[1];
  for (std::sregex_iterator It(Text.begin(), Text.end(), Code), End; It != End; ++It)
    Result.push_back((*It)[1]);
  return Result;
}

std::set<std::string> codesBelow(const char *Page, const std::string &Heading) {
  std::set<std::string> Result;
  for (const std::string &Entry : entriesBelow(Page, Heading))
    for (std::string &Code : codesOf(Entry))
      Result.insert(std::move(Code));
  return Result;
}

std::set<std::string> reasonsOfTheTable() {
  std::set<std::string> Result;
  for (const CodeMeaning &Each : reasonCodes())
    EXPECT_TRUE(Result.insert(std::string(Each.Code)).second) << Each.Code << " stands twice";
  return Result;
}

std::set<std::string> assumptionsOfTheTable() {
  std::set<std::string> Result;
  for (const AssumptionCode &Each : assumptionCodes())
    EXPECT_TRUE(Result.insert(std::string(Each.Code)).second) << Each.Code << " stands twice";
  return Result;
}

/// The codes that the sources spell in one of some ways, each with a file that does.
std::map<std::string, std::string> spelled(const std::vector<const char *> &Folders, const std::regex &Spelling) {
  std::map<std::string, std::string> Result;
  for (const char *Folder : Folders)
    for (const auto &Entry : fs::recursive_directory_iterator(Root / "src" / Folder)) {
      if (Entry.path().extension() != ".cpp" && Entry.path().extension() != ".h")
        continue;
      std::string Text = textOf(Entry.path());
      for (std::sregex_iterator It(Text.begin(), Text.end(), Spelling), End; It != End; ++It)
        for (std::size_t Group = 1; Group != It->size(); ++Group)
          if ((*It)[Group].matched)
            Result.emplace((*It)[Group], fs::relative(Entry.path(), Root).string());
    }
  return Result;
}

const std::string Literal = "\"([a-z]+(?:-[a-z]+)*)\"";

} // namespace

TEST(Codes, EveryReasonIsExplainedAndEveryExplanationIsOfAReason) {
  std::set<std::string> Explained = codesBelow("verify.md", "# When the answer is unknown");
  Explained.merge(codesBelow("explore.md", "# When it is not complete"));
  Explained.merge(codesBelow("explore.md", "# Replay"));
  Explained.insert("replayed"); // beside the last of these lists
  EXPECT_EQ(Explained, reasonsOfTheTable());
  EXPECT_GT(Explained.size(), 100u);
}

TEST(Codes, EveryAssumptionIsExplainedWithTheWordsOfTheTable) {
  std::set<std::string> Explained = codesBelow("verify.md", "# Assumptions");
  EXPECT_EQ(Explained, assumptionsOfTheTable());
  std::map<std::string, std::string> Words;
  for (const std::string &Entry : entriesBelow("verify.md", "# Assumptions"))
    for (const std::string &Code : codesOf(Entry))
      Words[Code] = std::regex_replace(Entry, std::regex("`"), "");
  for (const AssumptionCode &Each : assumptionCodes()) {
    std::string_view Meaning = Each.Meaning;
    ASSERT_TRUE(Meaning.ends_with('.')) << Each.Code;
    Meaning.remove_suffix(1); // a page may go on
    EXPECT_NE(Words[std::string(Each.Code)].find(Meaning), std::string::npos)
        << "docs/verify.md has other words for " << Each.Code << ": " << Meaning;
    EXPECT_EQ(Meaning.find("NAMES") != std::string_view::npos, Each.Detail == AssumptionDetail::Names) << Each.Code;
  }
}

TEST(Codes, WhatTheBuildLeavesOpenAreAssumptions) {
  std::set<std::string> Known = assumptionsOfTheTable(), Named = codesBelow("check.md", "# Options of the build");
  EXPECT_GE(Named.size(), 4u);
  for (const std::string &Code : Named)
    EXPECT_TRUE(Known.contains(Code)) << "docs/check.md: " << Code;
}

TEST(Codes, TheSourcesMakeNoOtherReasons) {
  // The first text of a reason: behind the name of a function that makes one, or in braces. `undefinedIf` has it behind
  // its condition.
  const std::regex Spelling("(?:giveUp|unknown|object|addObstacle|hole|undefinedIf|settle)\\((?:[^\"]*, )?" + Literal +
                            "\\s*[,)]|[\\s({=]\\{\\s*" + Literal + "\\s*,");
  auto Made =
      spelled({"bounded", "changes", "check", "explore", "input", "normal", "partition", "replay", "search", "traced"},
              Spelling);
  Made.merge(spelled({"trace"}, std::regex("return " + Literal + "|Result\\.push_back\\(\\{" + Literal)));
  // Other tables of the same form: names of functions and types, kinds of files, keys of a store.
  for (const char *Other :
       {"a",      "argv",   "assumptions", "changelog", "char",     "dlsym",    "doc",     "fesetround",
        "getenv", "inputs", "mmap",        "mode",      "observed", "overflow", "program", "setlocale",
        "signal", "stdin",  "struct",      "test",      "read",     "realloc"})
    Made.erase(Other);
  // What a run did that is undefined (docs/verify.md#what-is-undefined-in-one-version-only) and findings of `explore`.
  for (const char *Other : {"assertion", "bad-free", "buffer-overflow", "division-by-zero", "division-overflow",
                            "double-free", "invalid-free", "signed-overflow", "heap-use-after-free",
                            "use-of-uninitialized-value", "terminates", "defined-behaviour"})
    Made.erase(Other);
  for (const char *Known : {"budget", "bound", "visible-symbol", "replayed", "trace-full", "solver-unknown"})
    EXPECT_TRUE(Made.contains(Known)) << Known; // the expression above still fits the sources
  EXPECT_GT(Made.size(), 80u);
  std::set<std::string> Known = reasonsOfTheTable();
  for (const auto &[Code, File] : Made)
    EXPECT_TRUE(Known.contains(Code)) << File << ": '" << Code << "' is not in src/verdict/ReasonCodes.cpp";
}

TEST(Codes, TheSourcesMakeNoOtherAssumptions) {
  const std::string WithNames = "\"([a-z]+(?:-[a-z]+)*)(?:: [^\"]*)?\"";
  const std::regex Spelling("(?:\\bassume|Assumptions\\.push_back|All\\.insert)\\(" + WithNames);
  auto Made = spelled({"bounded", "check", "explore", "input", "normal", "partition"}, Spelling);
  // Lists of them are made in these files.
  for (const char *Folder : {"bounded", "normal", "partition"})
    Made.merge(spelled({Folder}, std::regex("\\bAdd\\([^;\"]*, " + WithNames)));
  Made.merge(spelled({"check"}, std::regex("Result\\.insert\\(" + WithNames)));
  for (const char *Known : {"no-alias", "one-nan", "fast-math", "bounded-input", "events-unseen"})
    EXPECT_TRUE(Made.contains(Known)) << Known; // the expressions above still fit the sources
  EXPECT_GT(Made.size(), 20u);
  std::set<std::string> Known = assumptionsOfTheTable();
  for (const auto &[Code, File] : Made)
    EXPECT_TRUE(Known.contains(Code)) << File << ": '" << Code << "' is not in src/verdict/AssumptionCodes.cpp";
}

TEST(Codes, AssumptionsAreFoundWithTheirDetails) {
  EXPECT_EQ(findAssumption("left-functions: f, g")->Code, "left-functions");
  EXPECT_EQ(findAssumption("assume x > 3")->Code, "assume");
  EXPECT_EQ(findAssumption("not-null")->Code, "not-null");
  EXPECT_EQ(findAssumption("not-null: p"), nullptr);
  EXPECT_EQ(findAssumption("anything"), nullptr);
}
