// What people are told: proved, proved under assumptions, open; numbers that agree with each other; what was not
// computed.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

bool holds(const json::Array *List, llvm::StringRef Text) {
  return List && llvm::any_of(*List, [&](const json::Value &Each) { return Each.getAsString() == Text; });
}

const json::Object *function(const json::Object &Document, llvm::StringRef Name) {
  for (const json::Value &Each : *Document.getArray("functions"))
    if (Each.getAsObject()->getString("name") == Name)
      return Each.getAsObject();
  return nullptr;
}

llvm::StringRef reason(const json::Object &Row) {
  return Row.getObject("reason")->getString("code").value_or("");
}

/// Differs only for callers that pass null, the same pointer twice, or a long text.
const char *OldPointers = "int length(const char *p) { if (!p) return -1; int n = 0; while (p[n]) n++; return n; }\n"
                          "void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }\n"
                          "int known(const char *s) { int n = 0; while (s[n]) n++; return n > 20 ? -1 : n; }\n";
const char *NewPointers = "int length(const char *p) { int n = 0; while (p[n]) n++; return n; }\n"
                          "void swap(int *p, int *q) { *p ^= *q; *q ^= *p; *p ^= *q; }\n"
                          "int known(const char *s) { int n = 0; while (s[n]) n++; return n; }\n";

/// What the functions do depends on what init did, which the program always calls first.
std::string withState(const std::string &Level, const std::string &Mode) {
  return "#include <stdio.h>\n#include <stdlib.h>\n"
         "struct settings { int level; };\nstatic struct settings *now;\nstatic int mode = 3, calls;\n"
         "void init(int n) { now = malloc(sizeof *now); if (!now) exit(1); now->level = n; mode = n > 5 ? 1 : 2; }\n"
         "int level(void) { return " +
         Level + "; }\nint other(int x) { return " + Mode +
         "; }\n"
         "int main(int argc, char **argv) { init(argc); printf(\"%d %d\\n\", level(), other(argc)); return 0; }\n";
}

} // namespace

TEST(States, WhatIsAssumedOnTheCommandLineIsNamed) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x; }\n");
  At.write("new.c", "int f(int x) { return x < 0 ? 0 : x; }\n");
  for (const char *Mode : {"", " --no-bounded", " --no-slice"}) {
    json::Object Document = At.json(std::string("verify old.c new.c --entry f --assume 'x > 3'") + Mode, 0);
    EXPECT_TRUE(holds(Document.getArray("assumptions"), "assume x > 3")) << Mode;
    EXPECT_TRUE(holds(Document.getArray("breakable_assumptions"), "assume x > 3")) << Mode;
    EXPECT_EQ(Document.getString("state"), "proved-under-assumptions") << Mode;
  }
  Ran Text = At.run("vernier verify old.c new.c --entry f --assume 'x > 3' --no-bounded");
  EXPECT_TRUE(contains(Text.Out, "proved under assumptions (assume x > 3)")) << Text.Out;
}

TEST(States, WhatPointersAreAssumedToBeIsTriedWithout) {
  CommandLine At;
  At.write("old.c", OldPointers);
  At.write("new.c", NewPointers);
  json::Object Document = At.json("check old.c new.c", 1);
  for (auto [Name, Only] : {std::pair("length", "only if p is NULL"), std::pair("swap", "only if p and q are the same"),
                            std::pair("known", "only with longer arrays or strings")}) {
    const json::Object *Row = function(Document, Name);
    ASSERT_TRUE(Row) << Name;
    EXPECT_EQ(Row->getString("verdict"), "different") << Name;
    EXPECT_TRUE(contains(Row->getObject("reason")->getString("message")->str(), Only)) << Name;
  }
  Ran Text = At.run("vernier check old.c new.c");
  EXPECT_TRUE(contains(Text.Out, "only if p is NULL")) << Text.Out;
}

TEST(States, WhatIsLiftedIsNotAssumedAnyMore) {
  CommandLine At;
  At.write("old.c", "int first(const int *p) { return p ? p[0] * 2 : 0; }\n");
  At.write("new.c", "int first(const int *p) { if (!p) return 0; return p[0] + p[0]; }\n");
  json::Object Document = At.json("check old.c new.c --no-normal-form --no-induction", 4);
  const json::Object *Row = function(Document, "first");
  EXPECT_EQ(Row->getString("verdict"), "equal");
  EXPECT_FALSE(holds(Row->getArray("assumptions"), "not-null"));
  EXPECT_EQ(Row->getString("state"), "proved-under-assumptions") << "lengths stay assumed";
  Ran Text = At.run("vernier check old.c new.c --no-normal-form --no-induction --allow-unknown");
  EXPECT_TRUE(contains(Text.Out, "0 proved equal, 1 proved under assumptions (bounded-lengths, wrapping-arithmetic)"))
      << Text.Out;
}

TEST(States, AStateThatTheProgramMayNeverBeInIsNoFinding) {
  CommandLine At;
  At.write("old.c", withState("now->level + 0", "mode == 3 ? x : x + 1"));
  At.write("new.c", withState("now ? now->level : -1", "mode == 3 ? x + 2 : x + 1"));
  json::Object Document = At.json("check old.c new.c", 4);
  for (auto [Name, State] : {std::pair("level", "now"), std::pair("other", "mode")}) {
    const json::Object *Row = function(Document, Name);
    ASSERT_TRUE(Row) << Name;
    EXPECT_EQ(Row->getString("verdict"), "unknown") << Name;
    EXPECT_EQ(reason(*Row), "differs-on-its-own") << Name;
    EXPECT_TRUE(holds(Row->getArray("own_state"), State)) << Name;
    EXPECT_TRUE(Row->getObject("old")) << "the witness is there";
  }
  Ran Text = At.run("vernier check old.c new.c");
  EXPECT_TRUE(contains(Text.Out, "2 different on their own")) << Text.Out;
  EXPECT_TRUE(contains(Text.Out, "level differs if called alone")) << Text.Out;
  json::Object Strict = At.json("check old.c new.c --strict", 1);
  EXPECT_EQ(Strict.getString("verdict"), "different");
}

TEST(States, WhatDiffersWhateverTheStateIsStaysAFinding) {
  CommandLine At;
  // The variable is counted up on the way, and does not matter.
  const std::string Rest = "void reset(int n) { calls = n; }\n";
  At.write("old.c", "static int calls;\nint f(int x) { calls++; return x + 1; }\n" + Rest);
  At.write("new.c", "static int calls;\nint f(int x) { calls++; return x + 2; }\n" + Rest);
  json::Object Document = At.json("check old.c new.c", 1);
  EXPECT_EQ(function(Document, "f")->getString("verdict"), "different");
  // A table that nobody writes has one state only.
  At.write("old.c", "static int table[3] = {1, 2, 3};\nint f(unsigned i) { return table[i % 3]; }\n");
  At.write("new.c", "static int table[3] = {1, 2, 3};\nint f(unsigned i) { return table[i % 3] + (i == 4); }\n");
  EXPECT_EQ(At.json("check old.c new.c", 1).getString("verdict"), "different");
}

TEST(States, AnInputThatConfirmsItMakesItAFinding) {
  CommandLine At;
  const std::string Start = "#include <stdio.h>\nstatic int mode;\nint f(int x) { return mode > 2 ? ",
                    End = " : x; }\nint main(int argc, char **argv) { mode = argc; printf(\"%d\\n\", f(argc)); "
                          "return 0; }\n";
  At.write("old.c", Start + "x + 1" + End);
  At.write("new.c", Start + "x + 2" + End);
  json::Object Document = At.json("check old.c new.c", 1);
  EXPECT_EQ(function(Document, "main")->getString("verdict"), "different");
}

TEST(States, AProgramWhoseInputsNeverReachTheChangeIsNotProved) {
  CommandLine At;
  const std::string Start = "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {\n"
                            "  if (argc > 1 && !strcmp(argv[1], \"--verbose\")) puts(\"",
                    End = "\");\n  return 0;\n}\n";
  At.write("old.c", Start + "a" + End);
  At.write("new.c", Start + "b" + End);
  for (const char *Mode : {"", " --no-bounded"}) {
    json::Object Verified = At.json(std::string("verify old.c new.c --argv 1x4") + Mode, 4);
    EXPECT_EQ(Verified.getString("verdict"), "unknown") << Mode;
    EXPECT_EQ(reason(Verified), "no-input-reaches-change") << Mode;
  }
  json::Object Document = At.json("check old.c new.c --argv 1x4", 4);
  EXPECT_EQ(reason(*function(Document, "main")), "no-input-reaches-change");
  Ran Text = At.run("vernier check old.c new.c --argv 1x4");
  EXPECT_TRUE(contains(Text.Out, "no input within these bounds reaches a change")) << Text.Out;
  EXPECT_FALSE(contains(Text.Out, "proved equal only")) << Text.Out;
  At.json("verify old.c new.c --argv 1x9", 1);
}

TEST(States, SharesAgreeWithEachOther) {
  CommandLine At;
  At.write("old.c", "int f(unsigned char x) { return x < 100 ? 1 : x == 200 ? 2 : 3; }\n");
  At.write("new.c", "int f(unsigned char x) { return x < 100 ? 1 : x == 200 ? 4 : 3; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded", 1);
  std::uint64_t Sizes[2] = {0, 0};
  for (const json::Value &Each : *Document.getArray("partitions"))
    Sizes[Each.getAsObject()->getString("kind") == "different"] +=
        std::stoull(Each.getAsObject()->getString("size")->str());
  EXPECT_EQ(Sizes[0], 255u);
  EXPECT_EQ(Sizes[1], 1u);
  EXPECT_EQ(Document.getObject("shares")->getString("equal"), "99.61 %");
  EXPECT_EQ(Document.getObject("shares")->getString("different"), "0.39 %");
}

TEST(States, WhatTheTimeDidNotReachIsNotComputed) {
  CommandLine At;
  std::string Old = "int f0(int x) { return x; }\n", New = "int f0(int x) { return x + 0; }\n";
  for (int I = 1; I != 40; ++I) {
    std::string Call = "int f" + std::to_string(I) + "(int x) { return f" + std::to_string(I - 1) + "(x) ";
    Old += Call + "+ 1; }\n";
    New += Call + "+ 2; }\n";
  }
  At.write("old.c", Old);
  At.write("new.c", New);
  json::Object Document = At.json("check old.c new.c --time 1ms", 4);
  const json::Object *Impact = Document.getObject("impact");
  EXPECT_EQ(Impact->getBoolean("complete"), false);
  for (const char *Field : {"affected", "interference", "csg"})
    EXPECT_EQ(Impact->get(Field)->kind(), json::Value::Null) << Field;
  EXPECT_TRUE(contains(Document.getObject("summary")->getString("touched")->str(), "not computed"));
  Ran Text = At.run("vernier check old.c new.c --time 1ms");
  EXPECT_TRUE(contains(Text.Out, "was not computed")) << Text.Out;
  EXPECT_FALSE(contains(Text.Out, "0 lines")) << Text.Out;
}

TEST(States, AnInterruptedCheckReportsWhatThereIs) {
  CommandLine At;
  // Hard for the solver, and many of them.
  std::string Old, New;
  for (int I = 0; I != 12; ++I) {
    std::string Name = std::to_string(I);
    Old += "unsigned f" + Name + "(unsigned x, unsigned y) { return (x * y) % 1000003u * x; }\n";
    New += "unsigned f" + Name +
           "(unsigned x, unsigned y) { unsigned p = y * x; return x * (p - p / 1000003u * 1000003u); }\n";
  }
  At.write("old.c", Old);
  At.write("new.c", New);
  Ran Result = At.run("vernier check old.c new.c --time 120s --verbose --json report.json --html report.html 2> said & "
                      "process=$!; until grep -q '^vernier: f' said || ! kill -0 $process; do sleep 0.1; done; "
                      "kill -INT $process; wait $process");
  EXPECT_EQ(Result.Code, 4) << Result.Err;
  EXPECT_TRUE(contains(Result.Out, "verdict          unknown: it was interrupted")) << Result.Out;
  auto Document = json::parse(At.read("report.json"));
  ASSERT_TRUE(bool(Document));
  EXPECT_EQ(reason(*Document->getAsObject()), "interrupted");
  EXPECT_TRUE(contains(At.read("report.html"), "</html>"));
}

TEST(States, ADamagedCacheIsMadeAgain) {
  namespace fs = std::filesystem;
  CommandLine At;
  At.write("old.c", "int f(int x) { return x < 3 ? x : 7; }\n");
  At.write("new.c", "int f(int x) { return x < 3 ? x : 8; }\n");
  const std::string Command = "verify old.c new.c --entry f --no-bounded";
  json::Object Before = At.json(Command, 1);
  auto Damage = [&](const char *Kind, bool Truncate) {
    unsigned Files = 0;
    for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(At.directory() / "cache" / Kind)) {
      if (!Entry.is_regular_file())
        continue;
      ++Files;
      if (Truncate)
        fs::resize_file(Entry.path(), Entry.file_size() / 2);
      else
        std::ofstream(Entry.path()) << "garbage";
    }
    EXPECT_GT(Files, 0u) << Kind;
  };
  auto ExpectSame = [&](const char *Kind) {
    json::Object After = At.json(Command, 1);
    EXPECT_EQ(After.getArray("partitions")->size(), Before.getArray("partitions")->size()) << Kind;
  };
  for (const char *Kind : {"objects", "manifests", "programs", "plain"}) {
    Damage(Kind, true);
    ExpectSame(Kind);
  }
  for (const char *Kind : {"objects", "programs", "plain"})
    Damage(Kind, false);
  ExpectSame("garbage");
}

TEST(States, AnEqualClassWhosePlainBuildsDifferIsTakenBack) {
  CommandLine At;
  // A store that the optimiser of traced builds may drop, and that ends the plain one.
  At.write("old.c", "int f(int x) { char *s = \"abc\"; if (x < 2) s[0] = 'z'; return s[1]; }\n");
  At.write("new.c", "int f(int x) { char s[] = \"abc\"; if (x < 2) s[0] = 'z'; return s[1]; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded", 1);
  EXPECT_EQ(Document.getString("verdict"), "different");
  double Sum = 0;
  for (const char *Field : {"verified_fraction", "different_fraction", "unknown_fraction"})
    Sum += Document.getNumber(Field).value_or(0);
  EXPECT_NEAR(Sum, 1, 1e-9);
  EXPECT_GT(Document.getNumber("different_fraction").value_or(0), 0) << "a witness is there";
}

TEST(States, AHarnessInWhichEveryRunCrashesProvesNothing) {
  CommandLine At;
  const std::string Start = "static int *p;\nvoid set(int *q) { p = q; }\nint f(int x) { return ";
  At.write("old.c", Start + "*p + x * 2; }\n");
  At.write("new.c", Start + "x + x + *p; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded", 4);
  EXPECT_EQ(reason(Document), "every-run-crashes");
  Ran Text = At.run("vernier verify old.c new.c --entry f");
  EXPECT_FALSE(contains(Text.Out, "proved equal")) << Text.Out;
}

/// The proof is asked first; what partitions failed at is told beside what it says.
TEST(States, WhyNothingWasExploredIsSaid) {
  CommandLine At;
  At.write("old.c", "int f(int x, __seg_gs int *p) { return x == 77 ? *p : x; }\n");
  At.write("new.c", "int f(int x, __seg_gs int *p) { if (x != 77) return x; return *p; }\n");
  Ran Alone = At.run("vernier verify old.c new.c --entry f --only partitions");
  EXPECT_EQ(Alone.Code, 3);
  EXPECT_TRUE(contains(Alone.Err, "old.c:1: memory of a segment")) << Alone.Err;
  Ran Both = At.run("vernier verify old.c new.c --entry f");
  EXPECT_EQ(Both.Code, 4);
  EXPECT_TRUE(contains(Both.Out, "nothing was explored: ")) << Both.Out;
  EXPECT_TRUE(contains(Both.Out, "old.c:1: memory of a segment")) << Both.Out;
}
