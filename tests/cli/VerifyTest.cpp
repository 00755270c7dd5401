// `verify` as a user meets it: what each flag does to the verdict, every field of its JSON, and what it says about bad
// input.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

void writePair(const CommandLine &At, const std::string &Old, const std::string &New) {
  At.write("old.c", Old);
  At.write("new.c", New);
}

/// The verdict of `verify old.c new.c FLAGS`; the exit code has to fit.
std::string verdict(const CommandLine &At, const std::string &Flags) {
  Ran Result = At.run("vernier verify old.c new.c " + Flags + " --json -");
  auto Parsed = json::parse(Result.Out);
  if (!Parsed || !Parsed->getAsObject()) {
    llvm::consumeError(Parsed.takeError());
    return "no JSON: " + Result.Out + Result.Err;
  }
  std::string Verdict = Parsed->getAsObject()->getString("verdict").value_or("none").str();
  EXPECT_EQ(Result.Code, Verdict == "equal" ? 0 : Verdict == "different" ? 1 : 4) << Flags;
  return Verdict;
}

const json::Object *partition(const json::Object &Document, llvm::StringRef Kind) {
  if (const json::Array *All = Document.getArray("partitions"))
    for (const json::Value &Each : *All)
      if (Each.getAsObject()->getString("kind") == Kind)
        return Each.getAsObject();
  return nullptr;
}

/// One line `vernier: error: ...` with all the parts, nothing on standard output.
void expectError(const Ran &Result, int Code, std::initializer_list<const char *> Parts) {
  EXPECT_EQ(Result.Code, Code) << Result.Err;
  EXPECT_EQ(Result.Out, "");
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

void expectOutcome(const json::Value *What) {
  ASSERT_TRUE(What && What->getAsObject());
  const json::Object &Outcome = *What->getAsObject();
  for (const char *Field : {"exit", "signal", "return"})
    EXPECT_TRUE(Outcome.get(Field)) << Field;
  expectKinds(Outcome, json::Value::String, {"stdout", "stderr", "text"});
  expectKinds(Outcome, json::Value::Boolean, {"timeout"});
  expectKinds(Outcome, json::Value::Array, {"memory", "calls"});
}

void expectPartition(const json::Object &Part) {
  expectKinds(Part, json::Value::Number, {"id"});
  expectKinds(Part, json::Value::String, {"kind", "condition"});
  expectKinds(Part, json::Value::Array, {"changes", "assumptions"});
  expectKinds(Part, json::Value::Object, {"reason"});
  expectKinds(*Part.getObject("reason"), json::Value::String, {"code", "message"});
  EXPECT_TRUE(Part.getObject("reason")->get("location"));
  for (const char *Field : {"witness", "old", "new", "size"})
    EXPECT_TRUE(Part.get(Field)) << Field;
  if (Part.getString("kind") != "different")
    return;
  expectKinds(Part, json::Value::Object, {"witness", "witness_text"});
  for (const auto &[Name, Value] : *Part.getObject("witness"))
    EXPECT_TRUE(Value.getAsString()) << Name.str();
  expectOutcome(Part.get("old"));
  expectOutcome(Part.get("new"));
}

void expectDocument(const json::Object &Document) {
  EXPECT_EQ(Document.getString("schema"), "vernier.verify/1");
  expectKinds(Document, json::Value::String, {"verdict", "mode", "extent", "input_size"});
  expectKinds(Document, json::Value::Boolean, {"complete"});
  expectKinds(Document, json::Value::Number, {"seconds", "bound"});
  expectKinds(Document, json::Value::Object, {"tool", "old", "new", "entry", "reason", "stats"});
  expectKinds(Document, json::Value::Array, {"assumptions", "partitions", "input", "concretised", "holes"});
  expectKinds(*Document.getObject("old"), json::Value::String, {"label"});
  expectKinds(*Document.getObject("entry"), json::Value::String, {"old", "new"});
  expectKinds(*Document.getObject("stats"), json::Value::Number,
              {"terms", "queries", "guessed", "solver_seconds", "formula_seconds", "proof_seconds", "opened"});
  EXPECT_TRUE(Document.get("first_difference_seconds") && Document.get("verified_fraction"));
  for (const json::Value &Each : *Document.getArray("input")) {
    expectKinds(*Each.getAsObject(), json::Value::String, {"name"});
    expectKinds(*Each.getAsObject(), json::Value::Number, {"bits"});
    expectKinds(*Each.getAsObject(), json::Value::Boolean, {"signed", "float"});
  }
  ASSERT_FALSE(Document.getArray("partitions")->empty());
  for (const json::Value &Each : *Document.getArray("partitions"))
    expectPartition(*Each.getAsObject());
}

/// Differs for n = 50 only.
const char *OldStep = "int f(int n) { return n < 50 ? 1 : 2; }\n";
const char *NewStep = "int f(int n) { return n <= 50 ? 1 : 2; }\n";

const char *OldSum = "unsigned f(unsigned n) { unsigned r = 0; for (unsigned i = 0; i < n; i++) r += i; return r; }\n";
const char *NewSum =
    "unsigned f(unsigned n) { unsigned r = 0; for (unsigned i = 0; i < n; i++) r = i + r; return r; }\n";

} // namespace

TEST(Verify, AProofHasAllFields) {
  CommandLine At;
  writePair(At, "int f(int n) { return n * 2; }\n", "int f(int n) { return n + n; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f", 0);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  EXPECT_EQ(Document.getString("extent"), "complete");
  EXPECT_EQ(Document.getString("mode"), "bounded");
  EXPECT_EQ(Document.getNumber("verified_fraction"), 1.0);
  EXPECT_EQ(Document.getString("input_size"), "4294967296");
  EXPECT_TRUE(Document.getArray("holes")->empty());
  ASSERT_EQ(Document.getArray("partitions")->size(), 1u);
  EXPECT_EQ(partition(Document, "equal")->getString("size"), "4294967296");
}

TEST(Verify, AWitnessHasAllFields) {
  CommandLine At;
  writePair(At, OldStep, NewStep);
  json::Object Document = At.json("verify old.c new.c --entry f", 1);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "different");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  EXPECT_TRUE(Document.getNumber("first_difference_seconds"));
  const json::Object *Part = partition(Document, "different");
  ASSERT_TRUE(Part);
  EXPECT_EQ(Part->getObject("witness")->getString("n"), "50");
  EXPECT_EQ(Part->getObject("old")->getString("return"), "2");
  EXPECT_EQ(Part->getObject("new")->getString("return"), "1");
  EXPECT_TRUE(partition(Document, "equal"));
}

TEST(Verify, WhatIsUndecidedHasAllFieldsAndItsOwnCode) {
  CommandLine At;
  writePair(At, OldSum, NewSum);
  json::Object Document = At.json("verify old.c new.c --entry f --only-bounded --unwind 5", 4);
  expectDocument(Document);
  EXPECT_EQ(Document.getString("verdict"), "unknown");
  EXPECT_EQ(Document.getBoolean("complete"), false);
  EXPECT_EQ(Document.getString("extent"), "up-to-bound");
  EXPECT_EQ(Document.getInteger("bound"), 5);
  ASSERT_EQ(Document.getArray("holes")->size(), 1u);
  EXPECT_EQ((*Document.getArray("holes"))[0].getAsObject()->getString("code"), "bound");
  EXPECT_TRUE(partition(Document, "equal")); // what is proved up to the bound
  const json::Object *Open = partition(Document, "unknown");
  ASSERT_TRUE(Open && Open->getObject("example"));
  EXPECT_GT(std::stoul(Open->getObject("example")->getString("n")->str()), 5u);
  EXPECT_EQ(At.run("vernier verify old.c new.c --entry f --only-bounded --unwind 5 --allow-unknown").Code, 0);
}

TEST(Verify, TheTextSaysWhatTheJsonSays) {
  CommandLine At;
  writePair(At, OldStep, NewStep);
  Ran Different = At.run("vernier verify old.c new.c --entry f");
  for (const char *Part : {"different", "n = 50", "returned 2", "returned 1"})
    EXPECT_NE(Different.Out.find(Part), std::string::npos) << Different.Out;
  EXPECT_EQ(At.run("vernier verify old.c new.c --entry f --quiet").Out, "");
  writePair(At, OldSum, NewSum);
  Ran Unknown = At.run("vernier verify old.c new.c --entry f --only-bounded --unwind 5");
  EXPECT_NE(Unknown.Out.find("proved up to bound 5"), std::string::npos) << Unknown.Out;
  EXPECT_EQ(Unknown.Out.find("equal        "), std::string::npos) << Unknown.Out;
  Ran Equal = At.run("vernier verify old.c new.c --entry f --bound n=0..6");
  EXPECT_NE(Equal.Out.find("proved for the whole input space"), std::string::npos) << Equal.Out;
}

TEST(Verify, JsonOnStandardOutputIsAlone) {
  CommandLine At;
  writePair(At, OldStep, NewStep);
  Ran Result = At.run("vernier verify old.c new.c --entry f --json -");
  auto Parsed = json::parse(Result.Out);
  EXPECT_TRUE(bool(Parsed)) << Result.Out;
  llvm::consumeError(Parsed.takeError());
  Ran ToFile = At.run("vernier verify old.c new.c --entry f --json out.json");
  EXPECT_NE(ToFile.Out.find("different"), std::string::npos);
  EXPECT_NE(At.read("out.json").find("vernier.verify/1"), std::string::npos);
}

TEST(Verify, BoundsAndAssumptionsRestrictTheInputs) {
  CommandLine At;
  writePair(At, OldStep, NewStep);
  EXPECT_EQ(verdict(At, "--entry f"), "different");
  EXPECT_EQ(verdict(At, "--entry f --bound n=-7..49"), "equal");
  EXPECT_EQ(verdict(At, "--entry f --bound n=50..60"), "different");
  EXPECT_EQ(verdict(At, "--entry f --assume 'n % 4 == 0'"), "equal");
  EXPECT_EQ(verdict(At, "--entry f --assume 'n % 5 == 0'"), "different");
  json::Object Document = At.json("verify old.c new.c --entry f --assume 'n % 4 == 0'", 0);
  ASSERT_EQ(Document.getArray("assumptions")->size(), 1u);
  EXPECT_EQ((*Document.getArray("assumptions"))[0].getAsString(), "assume n % 4 == 0");
}

TEST(Verify, AssumptionsThatNoInputSatisfiesProveNothing) {
  CommandLine At;
  writePair(At, OldStep, NewStep);
  expectError(At.run("vernier verify old.c new.c --entry f --assume 'n > 5 && n < 3'"), 2, {"--assume", "n > 5"});
  expectError(At.run("vernier verify old.c new.c --entry f --bound n=0..9 --assume 'n > 20'"), 2, {"--assume"});
}

TEST(Verify, LengthSaysHowMuchIsBehindAPointer) {
  CommandLine At;
  writePair(At, "int f(const char *s) { return s[0] && s[1] && s[2] == 'x'; }\n",
            "int f(const char *s) { return s[0] && s[1] && s[2] == 'y'; }\n");
  EXPECT_EQ(verdict(At, "--entry f --length s=2"), "equal"); // s[2] is the terminator
  json::Object Document = At.json("verify old.c new.c --entry f --length s=3", 1);
  EXPECT_TRUE(partition(Document, "different")->getObject("witness")->getString("s_2"));
  EXPECT_TRUE(partition(Document, "different")->getObject("witness_text")->getObject("s")->getString("hex"));
}

TEST(Verify, AGlobalMayStartWithAnyValue) {
  CommandLine At;
  writePair(At, "int g; int f(int x) { return x + g; }\n", "int g; int f(int x) { return x; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f", 0);
  EXPECT_EQ((*Document.getArray("assumptions"))[0].getAsString(), "globals-as-initialised");
  EXPECT_EQ(verdict(At, "--entry f --symbolic-global g"), "different");
}

TEST(Verify, PointersMayBeNull) {
  CommandLine At;
  writePair(At, "int f(int *p) { return *p; }\n", "int f(int *p) { return p ? *p : 0; }\n");
  EXPECT_EQ(verdict(At, "--entry f"), "equal");
  json::Object Document = At.json("verify old.c new.c --entry f --nullable p", 1);
  const json::Object *Part = partition(Document, "different");
  ASSERT_TRUE(Part);
  EXPECT_EQ(Part->getObject("old")->getString("signal"), "SIGSEGV");
  EXPECT_EQ(Part->getObject("new")->getString("return"), "0");
}

TEST(Verify, PointersMayBeEqual) {
  CommandLine At;
  writePair(At, "void f(int *a, int *b) { *a += 1; *b += 1; }\n",
            "void f(int *a, int *b) { int t = *b; *a += 1; *b = t + 1; }\n");
  EXPECT_EQ(verdict(At, "--entry f"), "equal");
  EXPECT_EQ(verdict(At, "--entry f --may-alias a,b"), "different");
}

TEST(Verify, WhatCountsAsOutputCanBeNarrowed) {
  CommandLine At;
  writePair(At, "#include <stdio.h>\nint f(int x) { puts(\"a\"); return x; }\n",
            "#include <stdio.h>\nint f(int x) { puts(\"b\"); return x; }\n");
  EXPECT_EQ(verdict(At, "--entry f"), "different");
  EXPECT_EQ(verdict(At, "--entry f --observe return,exit"), "equal");
  EXPECT_EQ(verdict(At, "--entry f --observe stdout"), "different");
}

TEST(Verify, ArgumentsOfAProgram) {
  CommandLine At;
  const std::string Text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n"
                           "  if (argc == 2 && atoi(argv[1]) == NUMBER) return 3;\n  return 0;\n}\n";
  writePair(At, "#define NUMBER 100\n" + Text, "#define NUMBER 200\n" + Text);
  EXPECT_EQ(verdict(At, "--argv 1x2"), "equal");
  EXPECT_EQ(verdict(At, "--argv 2x3"), "unknown"); // argc is 3: no input reaches the change
  json::Object Document = At.json("verify old.c new.c --argv 1x3", 1);
  const json::Object *Part = partition(Document, "different");
  ASSERT_TRUE(Part);
  EXPECT_TRUE(Part->getObject("witness")->getString("argv_1_0"));
  EXPECT_NE(Part->getObject("old")->getInteger("exit"), Part->getObject("new")->getInteger("exit"));
  EXPECT_EQ(verdict(At, "--argv 0 --argv-before 100"), "different");
  EXPECT_EQ(verdict(At, "--argv 0 --argv-after 300"), "equal");
}

TEST(Verify, StandardInputOfAProgram) {
  CommandLine At;
  const std::string Text = "#include <stdio.h>\nint main(void) {\n  int a = getchar(), b = getchar();\n"
                           "  putchar(a == 'x' && b == LETTER ? '1' : '0');\n  return 0;\n}\n";
  writePair(At, "#define LETTER 'y'\n" + Text, "#define LETTER 'z'\n" + Text);
  EXPECT_EQ(verdict(At, "--stdin 1"), "equal");
  json::Object Document = At.json("verify old.c new.c --stdin 2", 1);
  const json::Object *Part = partition(Document, "different");
  ASSERT_TRUE(Part);
  EXPECT_EQ(Part->getObject("witness")->getString("stdin_0"), "120");
  EXPECT_EQ(Part->getObject("witness")->getString("stdin_len"), "2");
  EXPECT_NE(Part->getObject("old")->getString("stdout"), Part->getObject("new")->getString("stdout"));
}

TEST(Verify, AnEntryWithAnotherName) {
  CommandLine At;
  writePair(At, "int before(int n) { return n * 4; }\n int same(int n) { return n; }\n",
            "int after(int n) { return n << 2; }\n int same(int n) { return n; }\n");
  json::Object Document = At.json("verify old.c new.c --entry after --map before=after", 0);
  EXPECT_EQ(Document.getObject("entry")->getString("old"), "before");
  EXPECT_EQ(Document.getObject("entry")->getString("new"), "after");
  expectError(At.run("vernier verify old.c new.c --entry after --map before"), 2, {"--map", "before"});
}

TEST(Verify, EntriesThatAreMissing) {
  CommandLine At;
  writePair(At, "int total(int n) { return n; }\nint gone(int n) { return n + 3; }\n",
            "int total(int n) { return n; }\nint fresh(int n, int *p) { while (n-- > 4) ++*p; return *p; }\n");
  expectError(At.run("vernier verify old.c new.c --entry totl"), 2, {"totl", "total"});
  expectError(At.run("vernier verify old.c new.c --entry gone"), 2, {"gone", "new.c"});
  expectError(At.run("vernier verify old.c new.c --entry fresh"), 2, {"fresh", "old.c"});
  expectError(At.run("vernier verify old.c new.c"), 2, {"main", "--entry"});
}

TEST(Verify, FlagsThatNameSomethingUnknown) {
  CommandLine At;
  const char *Text = "int g; int f(int n, int *p) { return n + *p + g; }\n";
  writePair(At, Text, Text);
  auto Run = [&](const char *Flags) { return At.run(std::string("vernier verify old.c new.c --entry f ") + Flags); };
  expectError(Run("--bound m=0..4"), 2, {"--bound", "'m'", "n"});
  expectError(Run("--bound n=4..0"), 2, {"--bound", "4..0"});
  expectError(Run("--bound n=few..many"), 2, {"--bound", "few"});
  expectError(Run("--bound n=0..99999999999"), 2, {"--bound", "99999999999", "32"});
  expectError(Run("--bound n"), 2, {"--bound", "n=0..10"});
  expectError(Run("--length q=2"), 2, {"--length", "q"});
  expectError(Run("--length p=many"), 2, {"--length", "many"});
  expectError(Run("--assume 'n < y'"), 2, {"--assume", "'y'", "n"});
  expectError(Run("--assume 'n <'"), 2, {"--assume", "column 4"});
  expectError(Run("--symbolic-global h"), 2, {"--symbolic-global", "'h'"});
  expectError(Run("--nullable n"), 2, {"--nullable", "'n'", "p"});
  expectError(Run("--may-alias p,n"), 2, {"--may-alias", "'n'"});
  expectError(Run("--may-alias p"), 2, {"--may-alias", "p,q"});
  expectError(Run("--observe colour"), 2, {"--observe", "colour", "stdout"});
  expectError(Run("--time soon"), 2, {"--time", "soon", "30s"});
  expectError(Run("--query-time soon"), 2, {"--query-time", "soon"});
  expectError(Run("--unwind often"), 2, {"--unwind", "often"});
  expectError(Run("--argv 1"), 2, {"--argv", "--entry main"});
  expectError(Run("--only-bounded --no-bounded"), 2, {"--only-bounded", "--no-bounded"});
}

TEST(Verify, VersionsThatCannotBeAnalysed) {
  CommandLine At;
  writePair(At, OldStep, "int f(int n) { return m; }\n");
  Ran Broken = At.run("vernier verify old.c new.c --entry f");
  expectError(Broken, 3, {"new.c"});
  EXPECT_NE(Broken.Err.find("undeclared identifier 'm'"), std::string::npos) << Broken.Err;
  expectError(At.run("vernier verify old.c nowhere.c --entry f"), 3, {"nowhere.c"});
  At.write("new.c", NewStep);
  expectError(At.run("vernier verify -q old.c new.c --entry f --json nowhere/out.json"), 3, {"nowhere/out.json"});
}

namespace {

/// The script that docs/json.md promises: a declaration for each input, the condition; and the values of a witness.
std::string script(const json::Object &Document, const json::Object &Part, const json::Object *Witness) {
  std::string Text = "(set-logic ALL)\n";
  for (const json::Value &Each : *Document.getArray("input"))
    Text += "(declare-const |" + Each.getAsObject()->getString("name")->str() + "| (_ BitVec " +
            std::to_string(*Each.getAsObject()->getInteger("bits")) + "))\n";
  Text += "(assert " + Part.getString("condition")->str() + ")\n";
  for (const json::Value &Each : *Document.getArray("input")) {
    const json::Object &Input = *Each.getAsObject();
    if (!Witness || Input.getBoolean("float") == true)
      continue;
    auto Value = Witness->getString(*Input.getString("name"));
    EXPECT_TRUE(Value) << Input.getString("name")->str();
    llvm::APInt Bits(static_cast<unsigned>(*Input.getInteger("bits")), Value.value_or("0"), 10);
    llvm::SmallString<64> Digits;
    Bits.toStringUnsigned(Digits);
    Text += "(assert (= |" + Input.getString("name")->str() + "| (_ bv" + std::string(Digits) + " " +
            std::to_string(Bits.getBitWidth()) + ")))\n";
  }
  return Text + "(check-sat)\n";
}

struct ScriptCase {
  const char *Old, *New, *Flags;
};

} // namespace

TEST(Verify, ConditionsAreScriptsOfAnotherSolver) {
  const ScriptCase Cases[] = {
      {OldStep, NewStep, "--entry f"},
      {OldStep, NewStep, "--entry f --bound n=-7..60"},
      {OldSum, NewSum, "--entry f --only-bounded --unwind 3"},
      {"int f(const char *s) { return s[0] == 'a'; }\n", "int f(const char *s) { return (s[0] | 32) == 'a'; }\n",
       "--entry f --length s=2"},
      {"void f(int *a, int *b) { *a += 1; *b += 1; }\n",
       "void f(int *a, int *b) { int t = *b; *a += 1; *b = t + 1; }\n",
       "--entry f --length a=1 --length b=1 --may-alias a,b"},
      {"int f(int let, int by) { return let / by; }\n", "int f(int let, int by) { return let / (by | 1); }\n",
       "--entry f --assume 'let > 2'"},
      {"struct s { int x; short y; }; int f(struct s *p) { return p->x > p->y; }\n",
       "struct s { int x; short y; }; int f(struct s *p) { return p->x >= p->y; }\n", "--entry f --length p=1"},
      {"float f(float x) { return x + 1; }\n", "float f(float x) { return x - -2 ; }\n", "--entry f"},
  };
  for (const ScriptCase &Case : Cases) {
    CommandLine At;
    writePair(At, Case.Old, Case.New);
    Ran Result = At.run(std::string("vernier verify old.c new.c --json - ") + Case.Flags);
    auto Parsed = json::parse(Result.Out);
    ASSERT_TRUE(bool(Parsed)) << Result.Err;
    const json::Object &Document = *Parsed->getAsObject();
    for (const json::Value &Each : *Document.getArray("partitions")) {
      const json::Object &Part = *Each.getAsObject();
      const json::Object *Witness = Part.getObject("witness");
      At.write("condition.smt2", script(Document, Part, Witness));
      Ran Solved = At.run("cvc5 condition.smt2");
      EXPECT_EQ(Solved.Out, "sat\n") << Case.Flags << "\n" << At.read("condition.smt2") << Solved.Err;
    }
  }
}

TEST(Verify, ConditionsHoldWhatBoundsExclude) {
  CommandLine At;
  writePair(At, "int f(int n, int m) { return n; }\n", "int f(int n, int m) { return n + 0; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --bound n=-3..4 --bound m=7..7", 0);
  json::Object Outside{{"n", "5"}, {"m", "7"}}, Inside{{"n", "-3"}, {"m", "7"}};
  for (const json::Object *Values : {&Outside, &Inside}) {
    At.write("condition.smt2", script(Document, *partition(Document, "equal"), Values));
    EXPECT_EQ(At.run("cvc5 condition.smt2").Out, Values == &Inside ? "sat\n" : "unsat\n");
  }
}

TEST(Verify, AnEntryThatReachesNoChangeIsEqualAtOnce) {
  CommandLine At;
  // No engine would be done with it: 10^18 steps, and an index that leaves the table for most inputs.
  std::string Text = "static const int t[4] = {1, 2, 3, 4}; int f(unsigned long n) { int s = 0; "
                     "while (n--) s += t[n % 7]; return s; }\n";
  writePair(At, Text + "int g(int x) { return x + 1; }\n", Text + "int g(int x) { return x + 2; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f", 0);
  EXPECT_EQ(Document.getObject("reason")->getString("code"), "no-change-reached");
  EXPECT_EQ(Document.getBoolean("complete"), true);
  EXPECT_EQ(Document.getNumber("verified_fraction"), 1.0);
  ASSERT_EQ(Document.getArray("partitions")->size(), 1u);
  EXPECT_EQ(partition(Document, "equal")->getString("size"), "18446744073709551616");
  EXPECT_EQ(At.json("verify old.c new.c --entry g", 1).getString("verdict"), "different");
  // What runs before the entry, and what is called through a pointer, is reached.
  for (const char *Other : {"static int g; __attribute__((constructor)) static void start(void) { g = $; } "
                            "int f(int x) { return g + x; }\n",
                            "static int a(int x) { return x + $; } static int (*const t[])(int) = {a}; "
                            "int f(int x) { return t[0](x); }\n",
                            "static int g = $; int f(int x) { return g + x; }\n"}) {
    std::string Old = Other, New = Other;
    Old.replace(Old.find('$'), 1, "1");
    New.replace(New.find('$'), 1, "2");
    writePair(At, Old, New);
    EXPECT_EQ(verdict(At, "--entry f --first"), "different") << Other;
  }
}
