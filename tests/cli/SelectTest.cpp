// `select`: the tests that a change can affect. What is true comes from both versions as gcc builds them: every test
// whose outcome differs has to be selected.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

std::set<std::string> namesWith(const json::Object &Document, bool Selected) {
  std::set<std::string> Names;
  for (const json::Value &Test : *Document.getArray("tests"))
    if (Test.getAsObject()->getBoolean("selected") == Selected)
      Names.insert(Test.getAsObject()->getString("name")->str());
  return Names;
}

const json::Object *testCalled(const json::Object &Document, const std::string &Name) {
  for (const json::Value &Test : *Document.getArray("tests"))
    if (Test.getAsObject()->getString("name") == llvm::StringRef(Name))
      return Test.getAsObject();
  ADD_FAILURE() << "no test " << Name;
  return nullptr;
}

/// A saved test of a program that reads at most two bytes.
std::string bytesTest(const std::string &Bytes) {
  json::Object Input{{"stdin_len", std::to_string(Bytes.size())}};
  for (std::size_t I = 0; I != 2; ++I)
    Input["stdin_" + std::to_string(I)] = std::to_string(I < Bytes.size() ? static_cast<unsigned char>(Bytes[I]) : 0);
  json::Value Test = json::Object{{"schema", "vernier.test/1"},
                                  {"space", json::Object{{"entry", "main"}, {"stdin", 2}}},
                                  {"input", std::move(Input)}};
  std::string Text;
  llvm::raw_string_ostream(Text) << Test;
  return Text;
}

struct Pair {
  const char *About, *Old, *New;
  std::vector<std::string> Inputs;
  std::size_t MostSelected; ///< of them
};

const char *Prelude = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

const std::vector<Pair> &pairs() {
  static const std::vector<Pair> All = {
      {"a statement is added where there was none",
       "int main(void) { int c = getchar(), y = 0; if (c == 'a') { } else y = 1; printf(\"%d\", y); }",
       "int main(void) { int c = getchar(), y = 0; if (c == 'a') { y = 7; } else y = 1; printf(\"%d\", y); }",
       {"a", "b", "c"},
       1},
      {"a condition is added around nothing",
       "int main(void) { int c = getchar(); if (c == 'a') puts(\"a\"); puts(\"end\"); }",
       "int main(void) { int c = getchar(); if (c == 'a') { puts(\"a\"); if (getchar() == 'x') exit(3); } "
       "puts(\"end\"); }",
       {"ax", "ab", "b", "c"},
       2},
      {"an edge: a case falls through",
       "int main(void) { int n = 0; switch (getchar()) { case 'a': n += 1; break; case 'b': n += 2; } printf(\"%d\", "
       "n); }",
       "int main(void) { int n = 0; switch (getchar()) { case 'a': n += 1; case 'b': n += 2; } printf(\"%d\", n); }",
       {"a", "b", "c", "d"},
       2},
      {"a new case of a switch",
       "int main(void) { switch (getchar()) { case 'a': puts(\"A\"); break; case 'b': puts(\"B\"); } }",
       "int main(void) { switch (getchar()) { case 'a': puts(\"A\"); break; case 'x': puts(\"X\"); break; case 'b': "
       "puts(\"B\"); } }",
       {"a", "b", "x"},
       3},
      {"a loop that is left earlier",
       "int main(void) { int n = 0; while (getchar() != EOF) n++; printf(\"%d\", n); }",
       "int main(void) { int n = 0; while (getchar() != EOF) { n++; if (n == 2) break; } printf(\"%d\", n); }",
       {"", "a", "ab"},
       2},
      {"a table, and a pointer to it",
       "static int t[2] = {1, 2}; static int *p = &t[1]; int main(void) { if (getchar() == 'a') printf(\"%d\", *p); }",
       "static int t[2] = {1, 3}; static int *p = &t[1]; int main(void) { if (getchar() == 'a') printf(\"%d\", *p); }",
       {"a", "b"},
       1},
      {"a function is entered by a pointer only",
       "static void f(void) { puts(\"f\"); } static void g(void) { puts(\"g\"); } static void (*t[])(void) = {f, g};"
       "int main(void) { t[getchar() == 'a'](); }",
       "static void f(void) { puts(\"f\"); } static void g(void) { puts(\"G\"); } static void (*t[])(void) = {f, g};"
       "int main(void) { t[getchar() == 'a'](); }",
       {"a", "b", "c"},
       1},
      {"a constructor comes",
       "int n; int main(void) { printf(\"%d\", n + (getchar() == 'a')); }",
       "int n; __attribute__((constructor)) static void set(void) { n = 5; }"
       "int main(void) { printf(\"%d\", n + (getchar() == 'a')); }",
       {"a", "b"},
       2},
      {"a handler runs at the end",
       "static void bye(void) { puts(\"bye\"); } int main(void) { if (getchar() == 'a') atexit(bye); return 0; }",
       "static void bye(void) { puts(\"Bye\"); } int main(void) { if (getchar() == 'a') atexit(bye); return 0; }",
       {"a", "b"},
       1},
      {"a child does it, and is killed",
       "#include <unistd.h>\n#include <signal.h>\n#include <sys/wait.h>\nint main(void) { int c = getchar(), s; if "
       "(!fork()) "
       "{ if (c == 'a') raise(SIGKILL); _exit(1); } wait(&s); printf(\"%d\", s); }",
       "#include <unistd.h>\n#include <signal.h>\n#include <sys/wait.h>\nint main(void) { int c = getchar(), s; if "
       "(!fork()) "
       "{ if (c == 'a') raise(SIGTERM); _exit(1); } wait(&s); printf(\"%d\", s); }",
       {"a", "b"},
       1},
      {"nothing but another layout",
       "int main(void) { if (getchar() == 'a') puts(\"a\"); }",
       "int main(void)\n{\n  if (getchar() == 'a')\n    puts(\"a\"); /* here */\n}",
       {"a", "b"},
       0},
  };
  return All;
}

class SelectPair : public testing::TestWithParam<std::size_t> {};

} // namespace

TEST_P(SelectPair, EveryTestWhoseOutcomeDiffersIsSelected) {
  const Pair &P = pairs()[GetParam()];
  SCOPED_TRACE(P.About);
  CommandLine At;
  At.write("old.c", std::string(Prelude) + P.Old + "\n");
  At.write("new.c", std::string(Prelude) + P.New + "\n");
  ASSERT_EQ(At.run("gcc -w -O0 -fwrapv -o old old.c && gcc -w -O0 -fwrapv -o new new.c").Code, 0);
  std::set<std::string> Differ;
  for (std::size_t I = 0; I != P.Inputs.size(); ++I) {
    std::string Name = std::to_string(I) + ".json";
    At.write("tests/" + Name, bytesTest(P.Inputs[I]));
    At.write("input", P.Inputs[I]);
    if (At.run("./old < input; echo $?").Out != At.run("./new < input; echo $?").Out)
      Differ.insert(Name);
  }
  json::Object Document = At.json("select old.c new.c --tests tests", 0);
  std::set<std::string> Selected = namesWith(Document, true);
  EXPECT_TRUE(std::ranges::includes(Selected, Differ));
  EXPECT_LE(Selected.size(), P.MostSelected);
  EXPECT_EQ(Document.getObject("records")->getInteger("new"), static_cast<std::int64_t>(P.Inputs.size()));
  std::set<std::string> WithoutRecords = namesWith(At.json("select old.c new.c --tests tests --no-records", 0), true);
  EXPECT_TRUE(std::ranges::includes(WithoutRecords, Selected));
}

INSTANTIATE_TEST_SUITE_P(Select, SelectPair, testing::Range<std::size_t>(0, pairs().size()));

namespace {

const char *Choose = "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n#include <signal.h>\n"
                     "static void one(void) { puts(\"1\"); }\nstatic void two(void) { puts(\"2\"); }\n"
                     "static void three(void) { puts(\"3\"); }\n"
                     "int main(int c, char **v) { if (c < 2) return 9; if (!strcmp(v[1], \"one\")) one();\n"
                     "if (!strcmp(v[1], \"two\")) two(); if (!strcmp(v[1], \"three\")) { three(); fflush(stdout); "
                     "raise(SIGKILL); }\nreturn 0; }\n";

std::string with(std::string Text, const std::string &From, const std::string &To) {
  std::size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From;
  return At == std::string::npos ? Text : Text.replace(At, From.size(), To);
}

/// A project of one program that make builds, with a suite of CTest.
void writeProject(const CommandLine &At, const std::string &Directory, const std::string &Source,
                  const std::string &Tests) {
  At.write(Directory + "/Makefile", "prog: prog.c\n\t$(CC) -o $@ prog.c\n");
  At.write(Directory + "/prog.c", Source);
  At.write(Directory + "/CTestTestfile.cmake", Tests);
}

const char *Suite = "add_test(one \"./prog\" \"one\")\nadd_test(two \"env\" \"-i\" \"./prog\" \"two\")\n"
                    "add_test(three \"sh\" \"-c\" \"./prog three\")\n";
const std::string InBuild = " --build make --test ctest";

} // namespace

TEST(Select, ASuiteInARecordedBuildAndWhatIsReused) {
  CommandLine At;
  writeProject(At, "v1", Choose, Suite);
  writeProject(At, "v2", with(Choose, "puts(\"2\")", "puts(\"II\")"), Suite);
  writeProject(At, "v3", with(with(Choose, "puts(\"2\")", "puts(\"II\")"), "puts(\"3\")", "puts(\"III\")"), Suite);
  json::Object First = At.json("select v1 v2" + InBuild, 0);
  EXPECT_EQ(namesWith(First, true), std::set<std::string>{"two"}) << "its environment is empty";
  EXPECT_EQ(First.getObject("records")->getInteger("new"), 3);
  EXPECT_EQ(testCalled(First, "three")->getBoolean("passed_on_old"), false) << "it is killed, and recorded";
  EXPECT_EQ(*(*First.getArray("commands"))[0].getAsString(), "ctest --no-tests=error --output-on-failure -R '^two$'");
  json::Object Again = At.json("select v1 v2" + InBuild, 0);
  EXPECT_EQ(Again.getObject("records")->getInteger("new"), 0);
  EXPECT_EQ(namesWith(Again, true), std::set<std::string>{"two"});
  json::Object Next = At.json("select v2 v3" + InBuild, 0);
  EXPECT_EQ(namesWith(Next, true), std::set<std::string>{"three"});
  EXPECT_EQ(Next.getObject("records")->getInteger("new"), 1) << "only what executed the change";
  EXPECT_EQ(testCalled(Next, "two")->getString("record"), "new");
  EXPECT_EQ(testCalled(Next, "three")->getString("record"), "reused");
}

TEST(Select, NewAndObsoleteTestsAndOnesThatMayReadOtherFiles) {
  CommandLine At;
  writeProject(At, "old", Choose, "add_test(one \"./prog\" \"one\")\nadd_test(two \"./prog\" \"two\")\n");
  writeProject(At, "new", Choose, "add_test(one \"./prog\" \"one\")\nadd_test(three \"./prog\" \"three\")\n");
  json::Object Document = At.json("select old new" + InBuild + " --ignore-data", 0);
  EXPECT_EQ(namesWith(Document, true), std::set<std::string>{"three"});
  EXPECT_EQ(testCalled(Document, "three")->getString("reason"), "added");
  EXPECT_EQ(Document.getArray("obsolete")->size(), 1u);
  At.write("new/expected.dat", "something");
  Document = At.json("select old new" + InBuild, 0);
  EXPECT_EQ(testCalled(Document, "one")->getString("reason"), "data-changed");
  Document = At.json("select old new" + InBuild + " --ignore-data", 0);
  EXPECT_EQ(testCalled(Document, "one")->getString("reason"), "unaffected");
}

TEST(Select, ATestThatIsDefinedInAnotherWay) {
  CommandLine At;
  writeProject(At, "old", Choose, "add_test(one \"./prog\" \"one\")\nadd_test(two \"./prog\" \"two\")\n");
  writeProject(At, "new", Choose, "add_test(one \"./prog\" \"three\")\nadd_test(two \"./prog\" \"two\")\n");
  EXPECT_EQ(namesWith(At.json("select old new" + InBuild, 0), true), std::set<std::string>{"one"});
  At.write("old/Makefile", "prog: prog.c\n\t$(CC) -o $@ prog.c\ncheck: prog\n\t./prog one\n");
  At.write("new/Makefile", "prog: prog.c\n\t$(CC) -o $@ prog.c\ncheck: prog\n\t./prog two\n");
  json::Object Document = At.json("select old new --build make --test 'make check'", 0);
  EXPECT_EQ(testCalled(Document, "make check")->getString("reason"), "data-changed");
}

TEST(Select, RunsWhatItSelects) {
  CommandLine At;
  writeProject(At, "old", Choose, Suite);
  writeProject(At, "new", with(Choose, "puts(\"2\")", "_exit(4)"), Suite);
  Ran Result = At.run("vernier select old new" + InBuild + " --run --junit runs.xml");
  EXPECT_EQ(Result.Code, 1) << Result.Err;
  EXPECT_NE(Result.Err.find("[1/1] two: FAILED"), std::string::npos) << Result.Err;
  EXPECT_NE(At.read("runs.xml").find("tests=\"1\" failures=\"1\""), std::string::npos) << At.read("runs.xml");
  EXPECT_NE(Result.Out.find("1 of 3 tests selected"), std::string::npos) << Result.Out;
}

TEST(Select, TheSmallestSetAndWhatNobodyTests) {
  CommandLine At;
  At.write("old.c", "int f(int x) {\n  if (x > 100)\n    return 1;\n  if (x > 5)\n    return 2;\n  return 3;\n}\n");
  At.write("new.c", "int f(int x) {\n  if (x > 100)\n    return 4;\n  if (x > 5)\n    return 5;\n  return 3;\n}\n");
  for (std::string X : {"1", "7", "8", "9"})
    At.write("tests/" + X + ".json",
             R"({"schema": "vernier.test/1", "space": {"entry": "f"}, "input": {"x": ")" + X + "\"}}");
  json::Object All = At.json("select old.c new.c --tests tests", 0);
  EXPECT_EQ(namesWith(All, true), (std::set<std::string>{"7.json", "8.json", "9.json"}));
  EXPECT_EQ(namesWith(At.json("select old.c new.c --tests tests --minimal", 0), true).size(), 1u);
  ASSERT_EQ(All.getArray("uncovered")->size(), 1u);
  EXPECT_EQ((*All.getArray("uncovered"))[0].getAsObject()->getInteger("line"), 3);
}

TEST(Select, SavedTestsThatOneVersionCannotRun) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x; }\nint gone(int x) { return x; }\n");
  At.write("new.c", "int f(int x) { return x; }\nint fresh(int x) { return x; }\n");
  for (std::string Entry : {"f", "gone", "fresh"})
    At.write("tests/" + Entry + ".json",
             R"({"schema": "vernier.test/1", "space": {"entry": ")" + Entry + R"("}, "input": {"x": "1"}})");
  json::Object Document = At.json("select old.c new.c --tests tests", 0);
  EXPECT_EQ(testCalled(Document, "f.json")->getString("reason"), "unaffected");
  EXPECT_EQ(testCalled(Document, "gone.json")->getString("reason"), "obsolete");
  EXPECT_EQ(testCalled(Document, "fresh.json")->getString("reason"), "added");
}

TEST(Select, RecordsOfAnotherBuildDoNotCount) {
  CommandLine At;
  At.write("a.c", "#include <stdio.h>\nint main(void) { puts(\"a\"); }\n");
  At.write("b.c", "#include <stdio.h>\nint main(void) { if (getchar() == 'x') puts(\"b\"); }\n");
  At.write("c.c", "#include <stdio.h>\nint main(void) { if (getchar() == 'x') puts(\"c\"); }\n");
  At.write("tests/1.json", bytesTest("x"));
  At.json("select a.c a.c --tests tests --store s.sqlite", 0);
  json::Object Document = At.json("select b.c c.c --tests tests --store s.sqlite", 0);
  EXPECT_EQ(Document.getObject("records")->getInteger("new"), 1);
  EXPECT_EQ(namesWith(Document, true).size(), 1u);
}

TEST(Select, BadInput) {
  CommandLine At;
  writeProject(At, "old", Choose, Suite);
  writeProject(At, "new", Choose, "");
  At.write("p.c", Choose);
  At.write("junk", "no database at all, but long enough to be taken for one; no database at all\n");
  auto Expect = [&](const std::string &Arguments, int Code, const std::string &Message) {
    Ran Result = At.run("vernier select " + Arguments);
    EXPECT_EQ(Result.Code, Code) << Arguments << "\n" << Result.Err;
    EXPECT_NE(Result.Err.find(Message), std::string::npos) << Arguments << "\n" << Result.Err;
  };
  Expect("p.c p.c", 2, "no tests: give --test 'CMD'");
  Expect("p.c p.c --test true", 3,
         "no test of the suite runs an executable of the build; the program is in $VERNIER_PROGRAM");
  Expect("old old --build make --test ./missing", 3, "('./missing' ended with exit status 127)");
  Expect("old new" + InBuild, 3, "has no tests");
  Expect("p.c p.c --test '\"$VERNIER_PROGRAM\" one' --store junk", 3, "choose another file with --store");
  Expect("p.c p.c --test true --junit x", 2, "--junit needs --run");
  Expect("p.c p.c --tests missing", 3, "missing");
  Expect("p.c p.c --test '\"$VERNIER_PROGRAM\" one' --test-time x", 2, "--test-time 'x' is not a time");
}

TEST(Select, AProgramThatTheSuiteMakesItself) {
  CommandLine At;
  writeProject(At, "old", Choose, "");
  At.write("old/Makefile", "prog: prog.c\n\t$(CC) -o $@ prog.c\nother: prog.c\n\t$(CC) -o $@ prog.c\n"
                           "check: prog other\n\t./prog one\n\t./other two\n");
  json::Object Document = At.json("select old old --build make --test 'make check'", 0);
  EXPECT_EQ(testCalled(Document, "make check")->getString("reason"), "not-recorded");
  EXPECT_EQ(namesWith(Document, true).size(), 1u);
}
