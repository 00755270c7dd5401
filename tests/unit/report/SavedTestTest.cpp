// Saved tests: what is read is what was written, and what cannot be read is refused with the reason.

#include "report/tests/SavedTestJson.h"

#include "report/Json.h"

#include <gtest/gtest.h>

#include <csignal>

using namespace vernier;

namespace {

SavedTest everything() {
  SavedTest Test;
  Test.Space.Entry = "parse";
  Test.Space.OldEntry = "parse_old";
  Test.Space.Argv = {3, 7};
  Test.Space.ArgvBefore = {"-d", ","};
  Test.Space.ArgvAfter = {"x"};
  Test.Space.Stdin = 5;
  Test.Space.Files = {{"in.txt", 4}};
  Test.Space.FixedFiles = {{"fixed", std::string("a\0\xff", 3)}};
  Test.Space.Environment = {{"HOME", 3}};
  Test.Space.Bounds = {{"n", {"-3", "4"}}};
  Test.Space.Lengths = {{"a", 2}, {"b", 9}};
  Test.Space.Assume = {"n > 0 && a[0] != 'x'"};
  Test.Space.SymbolicGlobals = {"g"};
  Test.Space.AllGlobalsSymbolic = true;
  Test.Space.Nullable = {"p"};
  Test.Space.MayAlias = {{"p", "q"}};
  Test.Space.DefaultLength = 6;
  Test.Space.DefaultString = 11;
  Test.Input = {{"d", "nan:7ff8000000000001", 64, true, true}, {"n", "-12", 32, true, false}};
  Test.Texts = {{"s", std::string("a\xff\n", 3)}};
  Test.FoundOn = "prog.c";
  Test.Path = "0123abcd";
  Test.Findings = {"division-by-zero at prog.c:3"};
  return Test;
}

std::vector<Outcome> outcomes() {
  Outcome Returned{Ending::Returned, 0, "out", "", "-5", {{"a_0", "7"}}, {"ext(3)"}, false, {}, {}};
  Outcome Void{Ending::Returned, 0, "", "", "", {}, {}, false, {}, {}};
  Outcome Exited{Ending::Exited, 3, std::string("\0\xfe", 2), "e", "", {}, {}, false, {}, {}};
  Outcome Program{Ending::Returned, 255, "", "", "", {}, {}, false, {}, {}};
  Outcome Killed{Ending::Signalled, SIGSEGV, "", "", "", {}, {}, false, {}, {}};
  Outcome Rare{Ending::Signalled, SIGUSR2, "", "", "", {}, {}, false, {}, {}};
  Outcome Slow{Ending::TimedOut, 0, "x", "", "", {}, {}, false, {}, {}};
  Outcome Cut{Ending::Failed, 0, "x", "", "", {}, {}, true, {}, {}};
  return {Returned, Void, Exited, Program, Killed, Rare, Slow, Cut};
}

} // namespace

TEST(SavedTest, IsReadAsItWasWritten) {
  for (const Outcome &Shown : outcomes()) {
    SavedTest Test = everything();
    Test.Recorded = Shown;
    auto Read = readSavedTests(printed(toJson(Test)), "t");
    ASSERT_TRUE(bool(Read)) << Read.error().Message;
    ASSERT_EQ(Read->size(), 1u);
    const SavedTest &Back = Read->front();
    EXPECT_TRUE(Back.Space == Test.Space) << printed(toJson(Back.Space));
    EXPECT_EQ(*Back.Recorded, Shown) << outcomeText(*Back.Recorded);
    EXPECT_EQ(Back.FoundOn, Test.FoundOn);
    EXPECT_EQ(Back.Path, Test.Path);
    EXPECT_EQ(Back.Findings, Test.Findings);
    ASSERT_EQ(Back.Input.size(), Test.Input.size());
    for (std::size_t I = 0; I != Back.Input.size(); ++I) {
      EXPECT_EQ(Back.Input[I].Name, Test.Input[I].Name);
      EXPECT_EQ(Back.Input[I].Value, Test.Input[I].Value);
      EXPECT_EQ(Back.Input[I].Bits, Test.Input[I].Bits);
      EXPECT_EQ(Back.Input[I].Floating, Test.Input[I].Floating);
    }
    ASSERT_EQ(Back.Texts.size(), 1u);
    EXPECT_EQ(Back.Texts[0].Bytes, Test.Texts[0].Bytes);
  }
}

TEST(SavedTest, ShowsNanAsOthersReadIt) {
  llvm::json::Object Document = toJson(everything());
  EXPECT_EQ(Document.getObject("input")->getString("d"), "nan");
  EXPECT_EQ(Document.getObject("nan_bits")->getString("d"), "7ff8000000000001");
}

TEST(SavedTest, WhatIsNoTestIsRefused) {
  for (const char *Bad :
       {"", "[]", "{", "{}", R"({"schema": "vernier.impact/1"})", R"({"schema": "vernier.test/1"})",
        R"({"schema": "vernier.test/1", "space": {"entry": "f"}})",
        R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {"x": 5}})",
        R"({"schema": "vernier.test/1", "space": {"entry": "f", "length": {"a": -1}}, "input": {}})",
        R"({"schema": "vernier.test/1", "space": {"entry": "f", "argv": 3}, "input": {}})",
        R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {}, "outcome": {"signal": "SIGNONE"}})"}) {
    auto Read = readSavedTests(Bad, "t.json");
    ASSERT_FALSE(bool(Read)) << Bad;
    EXPECT_NE(Read.error().Message.find("t.json"), std::string::npos) << Read.error().Message;
  }
}
