// What is said about an exploration, from values made by hand: the answer, the text, the JSON.

#include "report/ExploreReport.h"

#include "report/Json.h"
#include "report/tests/SavedTestJson.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace vernier;

namespace {

/// Two paths of `int f(int x)`, everything explored, nothing wrong.
ExploreResult clean() {
  ExploreResult Result;
  Result.Space.OldEntry = Result.Space.NewEntry = "f";
  Result.Space.Leaves = {{"x", 32, true, false, {}, {}}};
  for (unsigned I = 1; I != 3; ++I) {
    ExploredTest Test;
    Test.Id = I;
    Test.Input = {llvm::APInt(32, I == 1 ? 0 : 4294967295u)};
    Test.Path = PathKey().then(I);
    Test.End.End = Ending::Returned;
    Test.End.Return = std::to_string(I);
    Result.Found.Tests.push_back(Test);
    Result.Outcomes.push_back({Test.End, true, true});
  }
  Result.Found.Paths = 2;
  Result.Found.Complete = true;
  Result.Found.Statistics.Runs = 3;
  Result.Found.Statistics.Solver.Queries = 2;
  Result.Branches = {2, 2};
  Result.Blocks = {3, 3};
  Result.Sites = {{}, {"a.c", 7, 3, "f"}};
  return Result;
}

bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST(ExploreReport, NothingFoundIsSaidOnlyOfEverything) {
  EXPECT_EQ(answerOf(clean()), ExploreAnswer::NothingFound);
  std::string Text = exploreText(clean(), {"a.c"});
  EXPECT_TRUE(has(Text, "explored     2 paths in 3 runs, 2 queries")) << Text;
  EXPECT_TRUE(has(Text, "complete     every input of the space takes one of these paths")) << Text;
  EXPECT_TRUE(has(Text, "coverage     2 of 2 sides of branches, 3 of 3 blocks")) << Text;
  EXPECT_TRUE(has(Text, "findings     none")) << Text;
  for (auto Spoil : std::initializer_list<void (*)(ExploreResult &)>{
           [](ExploreResult &R) { R.Found.Complete = false; },
           [](ExploreResult &R) { R.Outcomes[1].Confirmed = false; },
           [](ExploreResult &R) { R.Outcomes[1].Deterministic = false; },
           [](ExploreResult &R) { R.Outcomes[0].Plain.End = Ending::TimedOut; },
           [](ExploreResult &R) { R.Outcomes.pop_back(); },
           [](ExploreResult &R) { R.Found.Failure = analysisError("disk"); }}) {
    ExploreResult Result = clean();
    Spoil(Result);
    EXPECT_EQ(answerOf(Result), ExploreAnswer::Undecided);
  }
}

TEST(ExploreReport, WhatIsOpenIsSaidWithItsReason) {
  ExploreResult Result = clean();
  Result.Found.Complete = false;
  Result.Found.Stopped = StopReason::Time;
  Result.Found.Open = 4;
  Result.Found.Holes["solver-unknown"] = {3, 1, ""};
  Result.Undecided = {{"solver-unknown", "the solver does not know", {"a.c", 7, 3, "f"}}};
  Result.Uncovered = {{{"a.c", 7, 3, "f"}, 1}};
  Result.Found.Concretised = {{"calls of mbrtowc", 12}};
  Result.Unmodelled = {"mystery"};
  std::string Text = exploreText(Result, {"a.c"});
  EXPECT_TRUE(has(Text, "not complete there may be inputs that take other paths")) << Text;
  EXPECT_TRUE(has(Text, "stopped: the time was used up (--time)")) << Text;
  EXPECT_TRUE(has(Text, "solver-unknown: 3 times: the solver does not know, at a.c:7 (f)")) << Text;
  EXPECT_TRUE(has(Text, "not covered  a.c:7:3 (f), side 2")) << Text;
  EXPECT_TRUE(has(Text, "12 calls of mbrtowc were concretised")) << Text;
  EXPECT_TRUE(has(Text, "unmodelled   mystery")) << Text;
  llvm::json::Object Document;
  addExplore(Document, Result, {});
  EXPECT_EQ(Document.getBoolean("complete"), false);
  EXPECT_EQ(Document.getInteger("open"), 4);
  EXPECT_EQ(Document.getString("stopped"), "time");
  const llvm::json::Object &Hole = *(*Document.getArray("holes"))[0].getAsObject();
  EXPECT_EQ(Hole.getString("code"), "solver-unknown");
  EXPECT_EQ(Hole.getInteger("count"), 3);
  EXPECT_EQ(Hole.getObject("location")->getInteger("line"), 7);
}

TEST(ExploreReport, AFindingComesWithItsPlaceItsInputAndACommand) {
  ExploreResult Result = clean();
  Result.Found.Tests[1].Findings = {{"division-by-zero", 1, ""}};
  Result.Found.Tests[1].End = {Ending::Signalled, SIGFPE, "", "", "", {}, {}, false, {}, {}};
  Result.Outcomes[1].Plain = Result.Found.Tests[1].End;
  EXPECT_EQ(answerOf(Result), ExploreAnswer::Found);
  TestFiles Written;
  Written.Directory = "out";
  std::string Text = exploreText(Result, {"a.c --cflag=-DX", &Written});
  EXPECT_TRUE(has(Text, "finding      division-by-zero at a.c:7 (f)\n"
                        "  input      x = -1\n"
                        "  shows      SIGFPE\n"
                        "  replay     vernier replay out/test-000002.json a.c --cflag=-DX\n"))
      << Text;
  llvm::json::Object Document;
  addExplore(Document, Result, {});
  ASSERT_EQ(Document.getArray("crashes")->size(), 1u); // the signal is the same finding
  EXPECT_EQ((*Document.getArray("crashes"))[0].getAsObject()->getInteger("test"), 2);
}

TEST(ExploreReport, ACrashOfTheInstrumentedBuildOnlyIsNotAFinding) {
  ExploreResult Result = clean();
  Result.Found.Tests[1].End = {Ending::Signalled, SIGSEGV, "", "", "", {}, {}, false, {}, {}};
  Result.Outcomes[1].Confirmed = false;
  EXPECT_EQ(answerOf(Result), ExploreAnswer::Undecided);
  EXPECT_TRUE(has(exploreText(Result, {"a.c"}), "unconfirmed  SIGSEGV")) << exploreText(Result, {"a.c"});
  Result.Outcomes[1].Plain = Result.Found.Tests[1].End; // and one of the plain build is
  EXPECT_EQ(answerOf(Result), ExploreAnswer::Found);
}

TEST(ExploreReport, ItsDocumentCanBeReplayed) {
  ExploreResult Result = clean();
  InputOptions Input;
  Input.Entry = "f";
  llvm::json::Object Document = jsonDocument("explore", nullptr, nullptr, 0);
  addExplore(Document, Result, Input);
  EXPECT_EQ(Document.getInteger("paths"), 2);
  EXPECT_EQ(Document.getObject("coverage")->getObject("branches")->getInteger("covered"), 2);
  auto Tests = readSavedTests(printed(std::move(Document)), "report.json");
  ASSERT_TRUE(bool(Tests)) << Tests.error().Message;
  ASSERT_EQ(Tests->size(), 2u);
  EXPECT_EQ((*Tests)[1].Input[0].Value, "-1");
  EXPECT_EQ((*Tests)[1].Input[0].Bits, 32u);
  EXPECT_EQ((*Tests)[1].Recorded->Return, "2");
  EXPECT_EQ((*Tests)[1].Space.Entry, "f");
}
