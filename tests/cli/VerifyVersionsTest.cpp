// verify with more than two versions, with parameters that have moved, and with baselines in place of partitions.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

void expectError(const Ran &Result, int Code, std::initializer_list<const char *> Parts) {
  EXPECT_EQ(Result.Code, Code) << Result.Out << Result.Err;
  for (const char *Part : Parts)
    EXPECT_TRUE(contains(Result.Err, Part)) << "expected '" << Part << "' in: " << Result.Err;
}

const json::Object *firstDifferent(const json::Object &Document) {
  for (const json::Value &Each : *Document.getArray("partitions"))
    if (Each.getAsObject()->getString("kind") == "different")
      return Each.getAsObject();
  return nullptr;
}

} // namespace

TEST(VerifyVersions, DifferentAndBackShowsWhatEachVersionDoes) {
  CommandLine At;
  At.write("v0.c", "int f(int x) { if (x < 0) return -1; return x; }\n");
  At.write("v1.c", "int f(int x) { if (x < 5) return -1; return x; }\n");
  At.write("v2.c", "int f(int x) { if (x < 0) return -1; return x; }\n");
  json::Object Document = At.json("verify v0.c v1.c v2.c --entry f", 1);
  EXPECT_EQ(*Document.getArray("versions"), (json::Array{"v0.c", "v1.c", "v2.c"}));
  EXPECT_EQ(Document.getBoolean("complete"), true);
  const json::Object *Part = firstDifferent(Document);
  ASSERT_TRUE(Part);
  EXPECT_EQ(Part->getString("size"), "5");
  const json::Array &Outcomes = *Part->getArray("outcomes");
  ASSERT_EQ(Outcomes.size(), 3u);
  EXPECT_EQ(Outcomes[0], *Part->get("old"));
  EXPECT_EQ(Outcomes[1].getAsObject()->getString("return"), "-1");
  EXPECT_EQ(Outcomes[2], *Part->get("new"));
  EXPECT_EQ(Outcomes[0], Outcomes[2]);
  Ran Text = At.run("vernier verify v0.c v1.c v2.c --entry f");
  EXPECT_TRUE(contains(Text.Out, "  v1.c       returned -1")) << Text.Out;
  expectError(At.run("vernier verify v0.c v1.c v2.c --entry f --golden v0.c"), 2, {"--golden", "two versions"});
  expectError(At.run("vernier verify v0.c v1.c v2.c --entry f --only-bounded"), 2, {"--only-bounded", "two versions"});
}

TEST(VerifyVersions, WithOtherInputsAreRefused) {
  CommandLine At;
  At.write("v0.c", "int f(int x) { return x; }\n");
  At.write("v1.c", "int f(int x, int extra) { return x; }\n");
  expectError(At.run("vernier verify v0.c v0.c v1.c --entry f"), 3, {"'extra'", "two of them at a time"});
}

/// Position by position nothing has changed; by name something has.
TEST(VerifyVersions, ParametersThatMovedAreSoInEveryEngine) {
  CommandLine At;
  At.write("old.c", "int f(int a, int b) { return a - b; }\n");
  At.write("new.c", "int f(int b, int a) { return b - a; }\n");
  for (const char *Engine : {"--no-bounded", "--no-slice", "--only-bounded"}) {
    json::Object Document = At.json("verify old.c new.c --entry f " + std::string(Engine), 1);
    EXPECT_EQ(Document.getString("verdict"), "different") << Engine;
    EXPECT_EQ(Document.getArray("assumptions")->front(), "parameters-by-name");
    json::Object ByHand = At.json("verify old.c new.c --entry f --map a=b --map b=a " + std::string(Engine), 0);
    EXPECT_EQ(ByHand.getString("verdict"), "equal") << Engine;
  }
  expectError(At.run("vernier verify old.c new.c --entry f --map c=a"), 2, {"--map c=a", "'c'"});
}

TEST(VerifyVersions, AWitnessWithARenamedParameterIsReplayed) {
  CommandLine At;
  At.write("old.c", "int f(long kept, int n) { return n; }\n");
  At.write("new.c", "int f(int count, long kept) { if (count == 6) return 0; return count; }\n");
  At.json("verify old.c new.c --entry f --map n=count --no-bounded --out tests", 1);
  Ran Both = At.run("vernier replay tests old.c new.c");
  EXPECT_EQ(Both.Code, 1) << Both.Out << Both.Err; // the difference is seen again
  Ran Alone = At.run("vernier replay tests old.c");
  EXPECT_EQ(Alone.Code, 0) << Alone.Out << Alone.Err;
}

TEST(VerifyVersions, BaselinesFindAndDoNotProve) {
  CommandLine At;
  At.write("old.c", "int f(int x) { if (x > 10) return 1; return 0; }\n");
  At.write("new.c", "int f(int x) { if (x > 10) return 1; if (x == -7) return 5; return 0; }\n");
  for (const char *Strategy : {"dart", "express"}) {
    json::Object Document = At.json("verify old.c new.c --entry f --strategy " + std::string(Strategy), 1);
    EXPECT_EQ(Document.getString("mode"), Strategy);
    EXPECT_EQ(Document.getBoolean("complete"), false);
    EXPECT_TRUE(Document.getNumber("first_difference_seconds"));
    EXPECT_GE(Document.getObject("stats")->getInteger("runs").value_or(0), 2);
    EXPECT_EQ(firstDifferent(Document)->getObject("witness")->getString("x"), "-7");
  }
  json::Object Same = At.json("verify old.c old.c --entry f --strategy random --runs 100 --seed 7", 4);
  EXPECT_EQ(Same.getString("verdict"), "unknown");
  EXPECT_EQ(Same.getObject("reason")->getString("code"), "baseline");
  EXPECT_EQ(Same.getObject("stats")->getInteger("runs"), 100);
  expectError(At.run("vernier verify old.c new.c --entry f --strategy dart --no-slice"), 2, {"--strategy dart"});
}
