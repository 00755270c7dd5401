#include "changes/Validator.h"
#include "support/CompileText.h"

#include <llvm/Support/JSON.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

using Lines = std::set<unsigned>;

std::string contents(const fs::path &File) {
  std::ifstream Stream(File);
  EXPECT_TRUE(Stream) << "cannot read " << File;
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

/// The folders of this directory, in order.
std::vector<std::string> pairNames() {
  std::vector<std::string> Names;
  for (const auto &Entry : fs::directory_iterator(fs::path(VERNIER_SOURCE_DIR) / "tests" / "pairs"))
    if (Entry.is_directory())
      Names.push_back(Entry.path().filename().string());
  std::sort(Names.begin(), Names.end());
  return Names;
}

Lines linesOf(const llvm::json::Object *Sides, llvm::StringRef Side) {
  Lines Result;
  const llvm::json::Array *List = Sides ? Sides->getArray(Side) : nullptr;
  EXPECT_TRUE(List) << "expected.json has no lines for the " << Side.str() << " version";
  if (List)
    for (const llvm::json::Value &Line : *List)
      Result.insert(static_cast<unsigned>(Line.getAsInteger().value_or(0)));
  return Result;
}

struct ChangedLines {
  Lines Old, New;
};

ChangedLines changedLines(const ChangeMap &Map) {
  ChangedLines Result;
  for (const ChangedStatement &S : changedStatements(Map)) {
    (S.Where == Side::Old ? Result.Old : Result.New).insert(S.Place.Line);
    if (S.Kind == ChangeKind::Modified)
      Result.Old.insert(S.OldPlace.Line);
  }
  return Result;
}

bool contains(const Lines &All, const Lines &Some) {
  return std::includes(All.begin(), All.end(), Some.begin(), Some.end());
}

class Pairs : public testing::TestWithParam<std::string> {
protected:
  fs::path Folder = fs::path(VERNIER_SOURCE_DIR) / "tests" / "pairs" / GetParam();
  std::string OldText = contents(Folder / "old.c");
  std::string NewText = contents(Folder / "new.c");
};

TEST_P(Pairs, ChangedStatementsAreAsExpected) {
  auto Parsed = llvm::json::parse(contents(Folder / "expected.json"));
  ASSERT_TRUE(static_cast<bool>(Parsed)) << llvm::toString(Parsed.takeError());
  const llvm::json::Object *Expected = Parsed->getAsObject();
  ASSERT_TRUE(Expected);

  Program Old = compileText(OldText), New = compileText(NewText);
  ChangeMap Map = computeChangeMap(Old, New);
  for (const Violation &V : validate(Map))
    ADD_FAILURE() << "the validator objects: " << V.What;
  ChangedLines Found = changedLines(Map);

  if (const llvm::json::Object *Exactly = Expected->getObject("changed")) {
    EXPECT_EQ(Found.Old, linesOf(Exactly, "old"));
    EXPECT_EQ(Found.New, linesOf(Exactly, "new"));
    EXPECT_EQ(Map.empty(), linesOf(Exactly, "old").empty() && linesOf(Exactly, "new").empty());
    return;
  }
  const llvm::json::Object *AtLeast = Expected->getObject("changed_at_least");
  ASSERT_TRUE(AtLeast) << "expected.json says neither changed nor changed_at_least";
  EXPECT_FALSE(Map.empty());
  EXPECT_TRUE(contains(Found.Old, linesOf(AtLeast, "old"))) << testing::PrintToString(Found.Old);
  EXPECT_TRUE(contains(Found.New, linesOf(AtLeast, "new"))) << testing::PrintToString(Found.New);
}

TEST_P(Pairs, AVersionEqualsItself) {
  for (const std::string *Text : {&OldText, &NewText}) {
    Program A = compileText(*Text), B = compileText(*Text);
    ChangeMap Map = computeChangeMap(A, B);
    EXPECT_TRUE(Map.empty());
    EXPECT_TRUE(changedStatements(Map).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(All, Pairs, testing::ValuesIn(pairNames()), [](const auto &Info) {
  std::string Name = Info.param;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
});

TEST(PairsFolder, HoldsThePairs) {
  EXPECT_GT(pairNames().size(), 50u);
}

} // namespace
