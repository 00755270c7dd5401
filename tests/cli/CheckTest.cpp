// `check` as a gate of merges: exit codes, every field of its JSON, its views, a range of commits, and the first
// example of the README.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *OldTwice = "int twice(int n) { return n * 2; }\nint main(int argc, char **argv) { return twice(argc); }\n";
const char *SameTwice = "int twice(int n) { return n + n; }\nint main(int argc, char **argv) { return twice(argc); }\n";
const char *OtherTwice =
    "int twice(int n) { return n + 3; }\nint main(int argc, char **argv) { return twice(argc); }\n";
/// A register of a device may hold something else at each read.
const char *OldOpen = "#define limit (*(volatile int *)0x40001000)\nint f(int n) { return n < limit; }\n";
const char *NewOpen = "#define limit (*(volatile int *)0x40001000)\nint f(int n) { return n < limit && limit > n; }\n";

void writePair(const CommandLine &At, const std::string &Old, const std::string &New) {
  At.write("old.c", Old);
  At.write("new.c", New);
}

void expectError(const Ran &Result, int Code, std::initializer_list<const char *> Parts) {
  EXPECT_EQ(Result.Code, Code) << Result.Out;
  auto At = Result.Err.find("vernier: error: ");
  ASSERT_NE(At, std::string::npos) << Result.Err;
  for (const char *Part : Parts)
    EXPECT_NE(Result.Err.find(Part, At), std::string::npos) << "expected '" << Part << "' in: " << Result.Err;
}

void expectKinds(const json::Object &Where, json::Value::Kind Kind, std::initializer_list<const char *> Fields) {
  for (const char *Field : Fields) {
    const json::Value *Found = Where.get(Field);
    ASSERT_TRUE(Found) << "no field " << Field;
    EXPECT_EQ(Found->kind(), Kind) << Field;
  }
}

void expectFunction(const json::Object &Row) {
  expectKinds(Row, json::Value::String, {"name", "verdict", "state", "extent"});
  expectKinds(Row, json::Value::Object, {"location", "reason"});
  expectKinds(Row, json::Value::Array, {"assumptions"});
  expectKinds(Row, json::Value::Boolean, {"for_all_callers"});
  expectKinds(Row, json::Value::Number, {"seconds"});
  for (const char *Field : {"mode", "role", "bound", "own_state", "witness", "witness_text", "old", "new", "verify"})
    EXPECT_TRUE(Row.get(Field)) << Field;
  if (Row.getString("verdict") == "different")
    expectKinds(Row, json::Value::Object, {"witness", "witness_text", "old", "new"});
}

void expectDocument(const json::Object &Document) {
  EXPECT_EQ(Document.getString("schema"), "vernier.check/1");
  expectKinds(Document, json::Value::Object, {"tool", "old", "new", "reason", "summary", "complexity", "impact"});
  expectKinds(Document, json::Value::Array, {"functions", "assumptions"});
  expectKinds(Document, json::Value::String, {"verdict", "state"});
  expectKinds(Document, json::Value::Array, {"breakable_assumptions"});
  expectKinds(Document, json::Value::Boolean, {"complete"});
  expectKinds(Document, json::Value::Number, {"seconds", "equal_functions"});
  expectKinds(*Document.getObject("summary"), json::Value::String,
              {"changed", "touched", "verdict", "differs", "proved", "unknown"});
  expectKinds(*Document.getObject("summary"), json::Value::Array, {"look_first"});
  expectKinds(*Document.getObject("complexity"), json::Value::Number, {"cycc", "cloc"});
  expectKinds(*Document.getObject("impact"), json::Value::Array, {"changes", "affected", "interference"});
  for (const json::Value &Each : *Document.getArray("functions"))
    expectFunction(*Each.getAsObject());
}

const json::Object *function(const json::Object &Document, llvm::StringRef Name) {
  if (const json::Array *All = Document.getArray("functions"))
    for (const json::Value &Each : *All)
      if (Each.getAsObject()->getString("name") == Name)
        return Each.getAsObject();
  return nullptr;
}

} // namespace

TEST(Check, AProvedFunctionIsProvedForItsCallers) {
  CommandLine At;
  writePair(At, OldTwice, SameTwice);
  json::Object Document = At.json("check old.c new.c", 0);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  for (const char *Name : {"twice", "main"}) {
    const json::Object *Row = function(Document, Name);
    ASSERT_TRUE(Row) << Name;
    EXPECT_EQ(Row->getString("verdict"), "equal") << Name;
    EXPECT_EQ(Row->getBoolean("for_all_callers"), true) << Name;
  }
  EXPECT_EQ(function(Document, "twice")->getString("mode"), "bounded");
  EXPECT_EQ(function(Document, "twice")->getString("role"), "changed");
}

TEST(Check, FunctionsThatReachOnlyProvedOnesAreProved) {
  CommandLine At;
  const std::string Rest = "int middle(int n) { return twice(n) - 1; }\nint outer(int n) { return middle(n) + 1; }\n"
                           "int main(int argc, char **argv) { return outer(argc); }\n";
  At.write("old.c", "int twice(int n) { return n * 2; }\n" + Rest);
  At.write("new.c", "int twice(int n) { return n + n; }\n" + Rest);
  json::Object Document = At.json("check old.c new.c", 0);
  for (const char *Name : {"twice", "middle", "outer", "main"}) {
    ASSERT_TRUE(function(Document, Name)) << Name;
    EXPECT_EQ(function(Document, Name)->getString("verdict"), "equal") << Name;
  }
  At.write("new.c", "int twice(int n) { return n + 3; }\n" + Rest);
  json::Object Other = At.json("check old.c new.c", 1);
  ASSERT_TRUE(function(Other, "outer"));
  EXPECT_NE(function(Other, "outer")->getString("verdict"), "equal");
}

TEST(Check, ADifferentFunctionHasItsClassesOfInputs) {
  CommandLine At;
  writePair(At, "int f(int n) { return n < 10 ? 1 : 2; }\nint twice(int n) { return n * 2; }\n",
            "int f(int n) { return n < 11 ? 1 : 2; }\nint twice(int n) { return n + n; }\n");
  json::Object Document = At.json("check old.c new.c", 1);
  expectDocument(Document);
  const json::Object *Row = function(Document, "f");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->getString("mode"), "bounded"); // found the difference
  const json::Object *Verified = Row->getObject("verify");
  ASSERT_TRUE(Verified);
  EXPECT_EQ(Verified->getString("mode"), "sliced");
  EXPECT_EQ(Verified->getBoolean("complete"), true);
  EXPECT_EQ(Verified->getNumber("unknown_fraction"), 0);
  unsigned Different = 0, Equal = 0;
  for (const json::Value &Each : *Verified->getArray("partitions")) {
    const json::Object &Part = *Each.getAsObject();
    EXPECT_NE(Part.getString("kind"), "unknown");
    EXPECT_TRUE(Part.getString("readable"));
    Equal += Part.getString("kind") == "equal";
    if (Part.getString("kind") != "different")
      continue;
    ++Different;
    EXPECT_EQ(Part.getString("size"), "1");
    EXPECT_EQ(Part.getObject("witness")->getString("n"), "10");
  }
  EXPECT_EQ(Different, 1u);
  EXPECT_GE(Equal, 1u);
  // What the bounded proof decides is not explored.
  const json::Object *Proved = function(Document, "twice");
  ASSERT_TRUE(Proved);
  EXPECT_EQ(Proved->getString("mode"), "bounded");
  ASSERT_TRUE(Proved->getObject("verify"));
  EXPECT_EQ(Proved->getObject("verify")->getString("mode"), "bounded");
}

TEST(Check, ADifferenceIsShownWithItsInput) {
  CommandLine At;
  writePair(At, OldTwice, OtherTwice);
  json::Object Document = At.json("check old.c new.c", 1);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "different");
  const json::Object *Row = function(Document, "twice");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->getString("verdict"), "different");
  int64_t N = std::stol(Row->getObject("witness")->getString("n")->str());
  EXPECT_EQ(Row->getObject("old")->getString("return"), std::to_string(N * 2));
  EXPECT_EQ(Row->getObject("new")->getString("return"), std::to_string(N + 3));
  Ran Text = At.run("vernier check old.c new.c");
  EXPECT_EQ(Text.Code, 1);
  for (const char *Part : {"what changed", "what differs", "input", "verdict          different"})
    EXPECT_NE(Text.Out.find(Part), std::string::npos) << Text.Out;
}

TEST(Check, WhatIsUndecidedHasItsOwnCode) {
  CommandLine At;
  writePair(At, OldOpen, NewOpen);
  json::Object Document = At.json("check old.c new.c", 4);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "unknown");
  EXPECT_EQ(Document.getBoolean("complete"), false);
  ASSERT_TRUE(function(Document, "f"));
  EXPECT_EQ(function(Document, "f")->getObject("reason")->getString("code"), "volatile");
  EXPECT_EQ(At.run("vernier check old.c new.c --allow-unknown").Code, 0);
  Ran Text = At.run("vernier check old.c new.c");
  EXPECT_NE(Text.Out.find("what is unknown  f: "), std::string::npos) << Text.Out;
}

TEST(Check, AProofForShortInputsIsNoProofOfTheProgram) {
  CommandLine At;
  const std::string Start =
      "#include <string.h>\nint main(int argc, char **argv) {\n  if (argc != 3) return 1;\n  return ";
  At.write("old.c", Start + "strlen(argv[1]) > 5;\n}\n");
  At.write("new.c", Start + "strlen(argv[1]) > 6;\n}\n");
  json::Object Short = At.json("check old.c new.c --no-expose", 4); // two arguments
  EXPECT_EQ(Short.getString("verdict"), "unknown");
  EXPECT_EQ(function(Short, "main")->getString("verdict"), "equal");
  Ran Text = At.run("vernier check old.c new.c --no-expose");
  EXPECT_NE(Text.Out.find("only for 2 arguments of at most 4 bytes"), std::string::npos) << Text.Out;
  // The search for an input that shows the change has longer ones.
  EXPECT_EQ(At.json("check old.c new.c", 1).getString("verdict"), "different");
  EXPECT_EQ(At.json("check old.c new.c --argv 2x6", 1).getString("verdict"), "different");
}

/// `main` ends unless it has this many arguments.
std::string wantsArguments(unsigned Count, const std::string &Rest) {
  return "#include <stdio.h>\n#include <stdlib.h>\n" + Rest.substr(0, Rest.find('|')) +
         "int main(int argc, char **argv) {\n  if (argc != " + std::to_string(Count + 1) + ")\n    return 2;\n" +
         Rest.substr(Rest.find('|') + 1) + "}\n";
}

TEST(Check, TheProgramGetsAsManyArgumentsAsReachTheChange) {
  for (unsigned Count : {0u, 1u, 3u, 5u}) {
    CommandLine At;
    writePair(At, wantsArguments(Count, "|  return argc * 2;\n"), wantsArguments(Count, "|  return argc * 2 + 1;\n"));
    json::Object Document = At.json("check old.c new.c", 1);
    const json::Object *Row = function(Document, "main");
    ASSERT_TRUE(Row);
    EXPECT_EQ(Row->getString("verdict"), "different") << Count;
  }
  // More than are tried by themselves: nothing is claimed.
  CommandLine At;
  writePair(At, wantsArguments(9, "|  return 1;\n"), wantsArguments(9, "|  return 3;\n"));
  EXPECT_EQ(At.run("vernier check old.c new.c").Code, 4);
  EXPECT_EQ(At.run("vernier check old.c new.c --argv 9x1").Code, 1);
}

TEST(Check, TheNumberOfArgumentsIsNoClaimAboutOthers) {
  CommandLine At;
  const std::string Program = "|  if (argv[3][0] == 'x')\n    return ";
  writePair(At, wantsArguments(3, Program + "1 + argc;\n  return 0;\n"),
            wantsArguments(3, Program + "argc + 1;\n  return 0;\n"));
  Ran Text = At.run("vernier check old.c new.c");
  EXPECT_EQ(Text.Out.find("only for 2 arguments"), std::string::npos) << Text.Out;
  // Equal for three arguments of four bytes says nothing of longer ones.
  const std::string Long = "|  return argv[3][0] && argv[3][1] && argv[3][2] && argv[3][3] && argv[3][4] && argv[3][5]";
  writePair(At, wantsArguments(3, Long + ";\n"), wantsArguments(3, Long + " && argv[3][6];\n"));
  Ran Short = At.run("vernier check old.c new.c --no-expose");
  EXPECT_EQ(Short.Code, 4) << Short.Out;
  EXPECT_NE(Short.Out.find("3 arguments of at most 4 bytes"), std::string::npos) << Short.Out;
}

TEST(Check, AWitnessOfAFunctionIsTriedOnTheProgram) {
  CommandLine At;
  // Nothing that the program is tried with by itself comes upon 7919 within the time; the function's witness does.
  const std::string Main =
      "static unsigned twisted(unsigned n) {\n  for (int i = 0; i < 50; ++i)\n"
      "    n = (n ^ (n >> 3)) * 2654435761u;\n  return n;\n}\n"
      "|  int n = atoi(argv[2]);\n  printf(\"%u %d\\n\", twisted((unsigned)n), f(n));\n  return 0;\n";
  writePair(At, wantsArguments(4, "int f(int n) { return n == 7919 ? 5 : n; }\n" + Main),
            wantsArguments(4, "int f(int n) { return n == 7919 ? 6 : n; }\n" + Main));
  json::Object Document = At.json("check old.c new.c", 1);
  const json::Object *Row = function(Document, "main");
  ASSERT_TRUE(Row);
  EXPECT_EQ(Row->getString("verdict"), "different");
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(json::Object(*Row));
  EXPECT_NE(Text.find("7919"), std::string::npos) << Text;
}

TEST(Check, WithoutProofsOnlyTheChangeMapDecides) {
  CommandLine At;
  writePair(At, OldTwice, SameTwice);
  json::Object Document = At.json("check old.c new.c --no-bounded", 4);
  expectDocument(Document);
  EXPECT_EQ(Document.getObject("reason")->getString("code"), "change-reached");
}

TEST(Check, BadUsageAndVersionsThatCannotBeAnalysed) {
  CommandLine At;
  writePair(At, OldTwice, "int twice(int n) { return m; }\n");
  expectError(At.run("vernier check old.c new.c"), 3, {"new.c"});
  expectError(At.run("vernier check old.c nowhere.c"), 3, {"nowhere.c"});
  At.write("new.c", OtherTwice);
  expectError(At.run("vernier check old.c new.c --format pdf"), 2, {"--format"});
  expectError(At.run("vernier check old.c new.c --time soon"), 2, {"--time", "soon"});
  expectError(At.run("vernier check old.c new.c --argv many"), 2, {"--argv", "many"});
  expectError(At.run("vernier check old.c new.c --each"), 2, {"--each", "REV1..REV2"});
  for (const char *Flag : {"--html", "--sarif", "--junit", "--json"})
    expectError(At.run(std::string("vernier check -q old.c new.c ") + Flag + " nowhere/out"), 3, {"nowhere/out"});
}

TEST(Check, EveryFormatIsPrinted) {
  CommandLine At;
  writePair(At, OldTwice, OtherTwice);
  auto Printed = [&](const char *Format) {
    Ran Result = At.run(std::string("vernier check old.c new.c --format ") + Format);
    EXPECT_EQ(Result.Code, 1) << Format << Result.Err;
    return Result.Out;
  };
  EXPECT_EQ(Printed("text").find("what changed"), 0u);
  EXPECT_EQ(Printed("html").find("<!doctype html>"), 0u);
  EXPECT_EQ(Printed("junit").find("<?xml"), 0u);
  EXPECT_EQ(Printed("github").find("::error "), 0u);
  for (const char *Format : {"json", "sarif"}) {
    auto Parsed = json::parse(Printed(Format));
    ASSERT_TRUE(bool(Parsed)) << Format;
    EXPECT_EQ(Parsed->getAsObject()->getString(Format == std::string("json") ? "schema" : "version"),
              Format == std::string("json") ? "vernier.check/1" : "2.1.0");
  }
}

TEST(Check, EveryViewIsWrittenInOneRun) {
  CommandLine At;
  writePair(At, OldTwice, OtherTwice);
  Ran Result = At.run("vernier check old.c new.c --html o.html --sarif o.sarif --junit o.xml --json o.json");
  EXPECT_EQ(Result.Code, 1) << Result.Err;
  EXPECT_EQ(Result.Out.find("what changed"), 0u);
  EXPECT_EQ(At.read("o.html").find("<!doctype html>"), 0u);
  EXPECT_NE(At.read("o.html").find("return n + 3"), std::string::npos); // with its sources
  EXPECT_NE(At.read("o.sarif").find("vernier/different"), std::string::npos);
  EXPECT_NE(At.read("o.xml").find("<failure"), std::string::npos);
  EXPECT_NE(At.read("o.json").find("vernier.check/1"), std::string::npos);
}

TEST(Check, JsonOnStandardOutputIsAlone) {
  CommandLine At;
  writePair(At, OldTwice, OtherTwice);
  for (const char *More : {"", "--format html", "--format github", "--html o.html"})
    expectDocument(At.json(std::string("check old.c new.c ") + More, 1));
}

namespace {

/// A small project with a Makefile and tests of its own; five commits after the first one. The third of these is a
/// regression that the tests miss.
class Parcels {
public:
  Parcels() {
    At.write("Makefile", "prog: main.c parcel.c parcel.h\n\t$(CC) $(CFLAGS) -o prog main.c parcel.c\n");
    At.write("parcel.h", "int price(int grams, int express);\nint zone(int distance);\n");
    At.write("parcel.c", "#include \"parcel.h\"\n"
                         "int zone(int distance) {\n  if (distance < 100)\n    return 1;\n  if (distance < 1000)\n"
                         "    return 2;\n  return 3;\n}\n"
                         "int price(int grams, int express) {\n  int cents = grams <= 1000 ? 490 : 790;\n"
                         "  if (express)\n    cents = cents * 2;\n  return cents;\n}\n");
    At.write("main.c", "#include <stdio.h>\n#include <stdlib.h>\n#include \"parcel.h\"\n"
                       "int main(int argc, char **argv) {\n  if (argc != 3)\n    return 2;\n"
                       "  printf(\"%d\\n\", price(atoi(argv[1]), 0) * zone(atoi(argv[2])));\n  return 0;\n}\n");
    At.write("test.sh", "make -s prog && [ \"$(./prog 500 50)\" = 490 ] && [ \"$(./prog 5000 500)\" = 1580 ] &&\n"
                        "  [ \"$(./prog 1 5000)\" = 1470 ]\n");
    At.write(".gitignore", "prog\n");
    EXPECT_EQ(At.run("git init -q .").Code, 0);
    commit("Prices of parcels", "true");
    commit("Express costs as much again", "sed -i 's/cents = cents \\* 2/cents += cents/' parcel.c");
    commit("Say what the numbers are", "sed -i '1i /* Prices in cents. */' parcel.c");
    commit("Simplify the limit", "sed -i 's/grams <= 1000/grams < 1000/' parcel.c");
    commit("The last kilometre of a zone", "sed -i 's/distance < 1000/distance <= 999/' parcel.c");
    commit("Count arguments the other way", "sed -i 's/argc != 3/!(argc == 3)/' main.c");
  }

  CommandLine At;

private:
  /// Its own tests pass after every commit.
  void commit(const std::string &Subject, const std::string &Edit) {
    EXPECT_EQ(At.run(Edit + " && git add . && git -c user.name=n -c user.email=e@x commit -qm '" + Subject + "'").Code,
              0);
    Ran Tests = At.run("CC=${CC:-cc} sh test.sh");
    EXPECT_EQ(Tests.Code, 0) << Subject << Tests.Err;
  }
};

} // namespace

TEST(Check, EachCommitOfARangeAndTheOneToBlame) {
  Parcels Project;
  json::Object Document = Project.At.json("check HEAD~5..HEAD --each --build make --target prog", 1);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "different");
  const json::Array *Commits = Document.getArray("commits");
  ASSERT_TRUE(Commits);
  ASSERT_EQ(Commits->size(), 5u);
  unsigned Different = 0, Equal = 0;
  for (const json::Value &Each : *Commits) {
    const json::Object &Commit = *Each.getAsObject();
    expectKinds(Commit, json::Value::String, {"id", "subject", "verdict"});
    expectKinds(Commit, json::Value::Object, {"reason"});
    expectKinds(Commit, json::Value::Array, {"functions"});
    bool Blamed = Commit.getString("subject") == "Simplify the limit";
    EXPECT_EQ(Commit.getString("verdict") == "different", Blamed) << Commit.getString("subject")->str();
    Different += Commit.getString("verdict") == "different";
    Equal += Commit.getString("verdict") == "equal";
  }
  EXPECT_EQ(Different, 1u);
  EXPECT_GE(Equal, 3u);
  Ran Head = Project.At.run("git rev-parse HEAD~2");
  EXPECT_EQ((*Commits)[2].getAsObject()->getString("id")->str() + "\n", Head.Out);
  // A range without it is no finding.
  Ran Text = Project.At.run("vernier check HEAD~5..HEAD~3 --each --build make --target prog");
  EXPECT_EQ(Text.Code, 0) << Text.Out;
  EXPECT_NE(Text.Out.find("equal      Say what the numbers are"), std::string::npos) << Text.Out;
}

TEST(Check, ACommitThatDoesNotBuildIsUnknown) {
  Parcels Project;
  const char *Git = "git -c user.name=n -c user.email=e@x ";
  ASSERT_EQ(Project.At
                .run(std::string("echo broken >> parcel.c && ") + Git + "commit -qam Broken && " + Git +
                     "revert --no-edit HEAD")
                .Code,
            0);
  json::Object Document = Project.At.json("check HEAD~2..HEAD --each --build make --target prog", 4);
  for (const json::Value &Each : *Document.getArray("commits")) {
    EXPECT_EQ(Each.getAsObject()->getString("verdict"), "unknown");
    EXPECT_EQ(Each.getAsObject()->getObject("reason")->getString("code"), "build-failed");
  }
}

TEST(Check, TheReadmeShowsWhatTheFirstExamplePrints) {
  CommandLine At;
  std::ifstream Stream(VERNIER_SOURCE_DIR "/README.md");
  std::string Readme((std::istreambuf_iterator<char>(Stream)), std::istreambuf_iterator<char>());
  const std::string Command = "vernier check examples/due-date/old.c examples/due-date/new.c";
  EXPECT_NE(Readme.find("./" + Command + "\n"), std::string::npos);
  Ran Shown = At.run("cd '" VERNIER_SOURCE_DIR "' && " + Command);
  EXPECT_EQ(Shown.Code, 1) << Shown.Err;
  EXPECT_NE(Readme.find("```\n" + Shown.Out + "```\n"), std::string::npos) << Shown.Out;
  // Its own tests miss the difference.
  for (const char *Version : {"old.c", "new.c"})
    EXPECT_EQ(At.run("cd '" VERNIER_SOURCE_DIR "/examples/due-date' && ./tests.sh " + std::string(Version)).Code, 0);
}

TEST(Check, EachChangeIsShownByATestOrSaysWhyNot) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\n#include <string.h>\n"
                     "int main(int argc, char **argv) {\n"
                     "  if (argc > 1 && strcmp(argv[1], \"--total\") == 0)\n    puts(\"one\");\n"
                     "  if (argc > 9 && argc < 7)\n    puts(\"three\");\n  return 0;\n}\n";
  At.write("old.c", Text);
  Text.replace(Text.find("one"), 3, "two");
  At.write("new.c", Text.replace(Text.find("three"), 5, "four!"));
  // The argument is longer than those of a proof.
  EXPECT_EQ(At.json("check old.c new.c --no-expose", 4).get("expose")->kind(), json::Value::Null);
  json::Object Document = At.json("check old.c new.c", 1);
  const json::Object &Program = *Document.getArray("functions")->front().getAsObject();
  EXPECT_EQ(Program.getString("role"), "program");
  EXPECT_EQ(Program.getObject("old")->getString("stdout"), "one\n");
  EXPECT_EQ(Program.getObject("witness_text")->getObject("argv_1")->getString("text"), "--total");
  const json::Array &Changes = *Document.getObject("expose")->getArray("changes");
  ASSERT_EQ(Changes.size(), 2u);
  const json::Object &Shown = *Changes[0].getAsObject(), &Open = *Changes[1].getAsObject();
  for (const char *State : {"reached", "infected", "exposed"}) {
    EXPECT_EQ(Shown.getBoolean(State), true) << State;
    EXPECT_EQ(Open.getBoolean(State), false) << State;
  }
  EXPECT_EQ(Shown.getString("entry"), "main");
  ASSERT_TRUE(Shown.getInteger("test"));
  EXPECT_NE(Open.getObject("reason")->getString("message"), "");
  EXPECT_NE(At.run("vernier check old.c new.c").Out.find("what is shown    1 of 2 changed statements"),
            std::string::npos);
}

TEST(Check, WhatIsProvedEqualIsNotSearched) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x * 2; }\nint main(void) { return f(3); }\n");
  At.write("new.c", "int f(int x) { return x + x; }\nint main(void) { return f(3); }\n");
  json::Object Document = At.json("check old.c new.c", 0);
  const json::Object &Exposure = *Document.getObject("expose");
  EXPECT_TRUE(Exposure.getArray("tests")->empty());
  EXPECT_EQ(Exposure.getArray("changes")->front().getAsObject()->getObject("reason")->getString("code"), "equal");
}

TEST(Check, TheOrderOfFilesIsTheOrderOfTheirConstructors) {
  CommandLine At;
  At.write("one.c", "extern int g;\n__attribute__((constructor)) void one(void) { g = g * 10 + 1; }\n");
  At.write("two.c", "extern int g;\n__attribute__((constructor)) void two(void) { g = g * 10 + 2; }\n");
  At.write("main.c", "int g;\nint main(void) { return g; }\n");
  Ran Same = At.run("vernier check one.c,two.c,main.c one.c,two.c,main.c");
  EXPECT_EQ(Same.Code, 0) << Same.Out;
  Ran Other = At.run("vernier check one.c,two.c,main.c two.c,one.c,main.c");
  EXPECT_EQ(Other.Code, 1) << Other.Out;
}
