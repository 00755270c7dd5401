// Engines of verify, one by one and together: each can be asked alone or left out, and none takes back what another one
// has found.

#include "cli/CommandLine.h"

#include <gtest/gtest.h>

#include <map>

namespace vernier::test {

namespace {

namespace json = llvm::json;

constexpr const char *Multiplied =
    "unsigned f(unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s ^= i * k; "
    "return s; }\n";
constexpr const char *Added =
    "unsigned f(unsigned n, unsigned k) { unsigned s = 0, p = 0; for (unsigned i = 0; i < n; i++) { s ^= p; p "
    "+= k; } return s; }\n";
constexpr const char *Step = "int f(int n) { return n < 50 ? 1 : 2; }\n";
constexpr const char *LaterStep = "int f(int n) { return n <= 50 ? 1 : 2; }\n";

void writePair(CommandLine &At, const std::string &Old, const std::string &New) {
  At.write("old.c", Old);
  At.write("new.c", New);
}

int rankOf(const json::Object &Document) {
  std::map<std::string, int> Ranks{{"none", 0}, {"up-to-bound", 1}, {"complete", 2}};
  return Ranks.at(Document.getString("extent")->str());
}

} // namespace

TEST(Ladder, TheDefaultSaysNoLessThanTheBoundedProof) {
  CommandLine At;
  writePair(
      At, "unsigned f(unsigned n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n",
      "unsigned f(unsigned n) { unsigned a = 0, b = 1; while (n--) { unsigned t = a + b; a = b; b = t; } return a; "
      "}\n");
  std::string Bounded = "verify old.c new.c --entry f --unwind 4 --only-bounded";
  json::Object Alone = At.json(Bounded, 4);
  ASSERT_EQ(rankOf(Alone), 1);
  json::Object All = At.json("verify old.c new.c --entry f --unwind 4 --time 8s", 4);
  EXPECT_GE(rankOf(All), rankOf(Alone));
  EXPECT_EQ(All.getString("verdict"), "unknown");
}

TEST(Ladder, EachEngineAnswersAlone) {
  CommandLine At;
  writePair(At, Multiplied, Added);
  json::Object Loops = At.json("verify old.c new.c --entry f --only induction", 0);
  EXPECT_EQ(Loops.getString("evidence"), "induction");
  EXPECT_EQ(rankOf(Loops), 2);
  json::Object Forms = At.json("verify old.c new.c --entry f --only normal-form", 4);
  EXPECT_EQ(Forms.getObject("reason")->getString("code"), "engines-undecided");
  writePair(At, Step, LaterStep);
  EXPECT_EQ(At.json("verify old.c new.c --entry f --only runs", 1).getString("evidence"), "runs");
  EXPECT_EQ(At.json("verify old.c new.c --entry f --only induction", 4).getString("verdict"), "unknown");
}

TEST(Ladder, EachEngineCanBeLeftOut) {
  CommandLine At;
  writePair(At, Step, "int f(int n) { return n > 49 ? 2 : 1; }\n");
  for (const char *Engine : {"runs", "normal-form", "induction", "bounded", "partitions"}) {
    json::Object Document = At.json(std::string("verify old.c new.c --entry f --without ") + Engine, 0);
    EXPECT_NE(Document.getString("evidence"), Engine);
  }
  json::Object Left = At.json("verify old.c new.c --entry f --without normal-form --without induction", 0);
  EXPECT_EQ(Left.getString("evidence"), "bounded");
  EXPECT_EQ(At.run("vernier verify old.c new.c --entry f --without runs --only bounded").Code, 2);
}

TEST(Ladder, CrossChecksGoOnBehindProofs) {
  CommandLine At;
  writePair(At, Step, "int f(int n) { return n > 49 ? 2 : 1; }\n");
  json::Object Forms = At.json("verify old.c new.c --entry f --cross-check", 0);
  EXPECT_EQ(Forms.getString("evidence"), "bounded");
  writePair(At, Multiplied, Added);
  json::Object Loops = At.json("verify old.c new.c --entry f --cross-check --bound n=0..3", 0);
  EXPECT_NE(Loops.getString("evidence"), "induction");
}

} // namespace vernier::test
