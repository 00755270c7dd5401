// `replay`: saved tests run again, on the version that they were found on and on others.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Divide = "int f(int x, int y) { return x / y; }\n";

std::string test(const std::string &X, const std::string &Y, const std::string &Outcome) {
  return R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {"x": ")" + X + R"(", "y": ")" + Y +
         R"("}, "outcome": )" + Outcome + "}";
}

const json::Object &only(const json::Object &Document) {
  return *(*Document.getArray("tests"))[0].getAsObject();
}

} // namespace

TEST(Replay, AsRecordedOrNot) {
  CommandLine At;
  At.write("p.c", Divide);
  At.write("good.json", test("7", "2", R"({"return": "3"})"));
  At.write("bad.json", test("7", "2", R"({"return": "4"})"));
  At.write("crash.json", test("7", "0", R"({"signal": "SIGFPE"})"));
  json::Object Same = At.json("replay good.json p.c", 0);
  EXPECT_EQ(Same.getString("schema"), "vernier.replay/1");
  EXPECT_EQ(only(Same).getString("verdict"), "equal");
  EXPECT_EQ(only(Same).getObject("old")->getString("return"), "3");
  EXPECT_EQ(only(At.json("replay bad.json p.c", 1)).getString("verdict"), "different");
  EXPECT_EQ(only(At.json("replay crash.json p.c", 0)).getObject("old")->getString("signal"), "SIGFPE");
  Ran Text = At.run("vernier replay bad.json p.c");
  EXPECT_EQ(Text.Out, "bad.json: different (not as recorded)\n"
                      "  input       x = 7, y = 2\n"
                      "  recorded    returned 4\n"
                      "  now         returned 3\n"
                      "1 test: 0 as recorded, 1 different, 0 unknown\n");
}

TEST(Replay, TwoVersionsAreComparedWithEachOther) {
  CommandLine At;
  At.write("old.c", Divide);
  At.write("new.c", "int f(int a, int b) { return b ? a / b : 0; }\n"); // other names: by position
  At.write("same.json", test("7", "2", R"({"return": "99"})"));
  At.write("other.json", test("7", "0", R"({"return": "99"})"));
  EXPECT_EQ(only(At.json("replay same.json old.c new.c", 0)).getString("verdict"), "equal");
  json::Object Found = At.json("replay other.json old.c new.c", 1);
  EXPECT_EQ(only(Found).getObject("old")->getString("signal"), "SIGFPE");
  EXPECT_EQ(only(Found).getObject("new")->getString("return"), "0");
}

TEST(Replay, ADirectoryIsAllOfItsTests) {
  CommandLine At;
  At.write("p.c", Divide);
  At.write("tests/1.json", test("7", "2", R"({"return": "3"})"));
  At.write("tests/2.json", test("8", "2", R"({"return": "4"})"));
  At.write("tests/report.json", R"({"schema": "vernier.explore/1", "tests": []})"); // no saved test
  At.write("tests/notes.txt", "no JSON");
  Ran Result = At.run("vernier replay tests p.c");
  EXPECT_EQ(Result.Code, 0) << Result.Err;
  EXPECT_NE(Result.Out.find("2 tests: 2 as recorded, 0 different, 0 unknown\n"), std::string::npos) << Result.Out;
}

TEST(Replay, AWholeProgramWithBytesThatAreNoText) {
  CommandLine At;
  At.write("p.c", "#include <stdio.h>\nint main(int c, char **v) { printf(\"%d%s\", c, v[1]); int x = getchar(); "
                  "putchar(x); return x == 255; }\n");
  At.write("t.json",
           R"({"schema": "vernier.test/1", "space": {"entry": "main", "argv": {"count": 1, "length": 2}, "stdin": 1},
           "input": {"argv_1_0": "-1", "argv_1_1": "10", "stdin_0": "255", "stdin_len": "1"},
           "outcome": {"exit": 1, "stdout_hex": "32ff0aff"}})");
  Ran Result = At.run("vernier replay t.json p.c");
  EXPECT_EQ(Result.Code, 0) << Result.Out << Result.Err;
}

TEST(Replay, WhatDoesNotFitIsSaid) {
  CommandLine At;
  At.write("one.c", "int f(int x) { return x; }\n");
  At.write("wide.c", "int f(int x, long y) { return x; }\n");
  At.write("none.c", "int g(int x) { return x; }\n");
  std::string Typed = test("7", "2", R"({"return": "3"})");
  Typed.replace(Typed.rfind('}'), 1,
                R"(, "input_types": [{"name": "y", "bits": 32, "signed": true, "float": false}]})");
  At.write("t.json", Typed);
  At.write("bad.json", "{");
  Ran Fewer = At.run("vernier replay t.json one.c"), Wider = At.run("vernier replay t.json wide.c"),
      Gone = At.run("vernier replay t.json none.c"), Broken = At.run("vernier replay bad.json one.c"),
      Missing = At.run("vernier replay missing.json one.c");
  EXPECT_EQ(Fewer.Code, 3);
  EXPECT_NE(Fewer.Err.find("there is no input 'y'"), std::string::npos) << Fewer.Err;
  EXPECT_EQ(Wider.Code, 3);
  EXPECT_NE(Wider.Err.find("'y' of 'f' is signed of 64 bits"), std::string::npos) << Wider.Err;
  EXPECT_EQ(Gone.Code, 2);
  EXPECT_NE(Gone.Err.find("'f' does not exist"), std::string::npos) << Gone.Err;
  EXPECT_EQ(Broken.Code, 3);
  EXPECT_NE(Broken.Err.find("'bad.json' is no saved test"), std::string::npos) << Broken.Err;
  EXPECT_EQ(Missing.Code, 3);
  EXPECT_NE(Missing.Err.find("missing.json"), std::string::npos) << Missing.Err;
}

TEST(Replay, WhatCannotBeComparedIsUndecided) {
  CommandLine At;
  At.write("slow.c", "int f(int x, int y) { for (volatile int i = 0; i < 2; i += x - x) ; return y; }\n");
  At.write("random.c", "#include <unistd.h>\nint f(int x, int y) { return getpid(); }\n");
  At.write("t.json", test("7", "2", R"({"return": "3"})"));
  EXPECT_EQ(only(At.json("replay t.json slow.c --run-time 200ms", 4)).getObject("reason")->getString("code"),
            "not-comparable");
  EXPECT_EQ(only(At.json("replay t.json random.c random.c", 4)).getObject("reason")->getString("code"),
            "not-deterministic");
  EXPECT_EQ(At.run("vernier replay t.json random.c random.c --allow-unknown").Code, 0);
}

TEST(Replay, AWitnessOfVerifyCanBeReplayed) {
  CommandLine At;
  At.write("old.c", "int f(int *a, int n) { return a[1] / n; }\n");
  At.write("new.c", "int f(int *a, int n) { return n ? a[1] / n : 7; }\n");
  At.run("vernier verify old.c new.c --entry f --length a=2 --json found.json");
  Ran Pair = At.run("vernier replay found.json old.c new.c"), Alone = At.run("vernier replay found.json new.c");
  EXPECT_EQ(Pair.Code, 1) << Pair.Out << Pair.Err;
  EXPECT_NE(Pair.Out.find("  old         SIGFPE\n  new         returned 7\n"), std::string::npos) << Pair.Out;
  EXPECT_EQ(Alone.Code, 0) << Alone.Out << Alone.Err; // recorded is what the new version showed
}
