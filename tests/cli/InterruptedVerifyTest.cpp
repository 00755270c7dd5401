// Stopping loses nothing (docs/design.md#stopping), of `verify`: what stands when the time is up stands on its own, and
// an exploration that is stopped or killed at random moments goes on and ends with what an undisturbed one claims.

#include "CommandLine.h"
#include "base/Random.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <set>
#include <sqlite3.h>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;
namespace json = llvm::json;

namespace {

/// As many classes as n may have values, and some more.
const std::string Loop = "int f(int n, int m) {\n  int r = 0;\n  for (int i = 0; i < n; i++)\n    r += m ^ i;\n";
constexpr int MostN = 13, MostM = 15;

bool differs(int N, int M) {
  return N % 5 == 3 && M > 9;
}

void writePair(const CommandLine &At) {
  At.write("old.c", Loop + "  return r;\n}\n");
  At.write("new.c", Loop + "  if (n % 5 == 3 && m > 9)\n    r++;\n  return r;\n}\n");
}

const std::string Verify = "verify old.c new.c --entry f --no-bounded --time 300s --bound n=0.." +
                           std::to_string(MostN) + " --bound m=0.." + std::to_string(MostM);
const std::string Kept = Verify + " --store kept.db --resume";

/// Every input is in a claim, each is counted once, and as many differ as do.
void expectWholeTruth(const json::Object &Document) {
  std::uint64_t Different = 0, Sizes[2] = {0, 0};
  for (int N = 0; N <= MostN; ++N)
    for (int M = 0; M <= MostM; ++M)
      Different += differs(N, M);
  EXPECT_EQ(Document.getBoolean("complete"), true);
  for (const json::Value &Each : *Document.getArray("partitions")) {
    const json::Object &Part = *Each.getAsObject();
    auto Kind = Part.getString("kind"), Size = Part.getString("size");
    ASSERT_TRUE(Kind == "equal" || Kind == "different");
    ASSERT_TRUE(Size) << "the size is not exact";
    Sizes[Kind == "different"] += std::stoull(Size->str());
    const json::Object *Input = Part.getObject(Kind == "different" ? "witness" : "example");
    ASSERT_TRUE(Input);
    EXPECT_EQ(differs(std::stoi(Input->getString("n")->str()), std::stoi(Input->getString("m")->str())),
              Kind == "different");
  }
  EXPECT_EQ(Sizes[1], Different);
  EXPECT_EQ(Sizes[0] + Sizes[1], std::uint64_t(MostN + 1) * (MostM + 1));
}

/// The inputs of the runs that a store holds, in order. It is looked at as a copy: whoever goes on with it has to cope
/// with what the kill left.
std::vector<std::string> storedRuns(const CommandLine &At) {
  fs::path Work = At.directory() / "work", Copy = At.directory() / "copy";
  fs::remove_all(Copy);
  fs::create_directories(Copy);
  for (const char *Name : {"kept.db", "kept.db-journal"})
    if (fs::exists(Work / Name))
      fs::copy(Work / Name, Copy / Name);
  std::vector<std::string> Runs;
  sqlite3 *Store = nullptr;
  sqlite3_stmt *Query = nullptr;
  if (sqlite3_open_v2((Copy / "kept.db").c_str(), &Store, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK &&
      sqlite3_prepare_v2(Store, "SELECT hex(input) FROM run ORDER BY id", -1, &Query, nullptr) == SQLITE_OK)
    while (sqlite3_step(Query) == SQLITE_ROW)
      Runs.emplace_back(reinterpret_cast<const char *>(sqlite3_column_text(Query, 0)));
  sqlite3_finalize(Query);
  sqlite3_close(Store);
  return Runs;
}

/// Processes of the programs under test that are still there.
unsigned leftOver(const CommandLine &At) {
  unsigned Count = 0;
  std::error_code Ignored;
  for (const fs::directory_entry &Process : fs::directory_iterator("/proc", Ignored)) {
    std::string Program = fs::read_symlink(Process.path() / "exe", Ignored).string();
    Count += Program.starts_with(At.directory().string());
  }
  return Count;
}

TEST(InterruptedVerify, WhatIsClaimedWhenTheTimeIsUpStandsOnItsOwn) {
  CommandLine At;
  const std::string Begin = "int f(int n, int m) {\n  int r = m;\n  for (int i = 0; i < n && i < 1000; i++)\n    r ^= ";
  At.write("old.c", Begin + "i;\n  return r;\n}\n");
  At.write("new.c", Begin + "i;\n  return r + (n > 3 && m % 16 == 7);\n}\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --time 2s --spot-check 3", 1);
  EXPECT_EQ(Document.getBoolean("complete"), false);
  EXPECT_EQ(Document.getObject("stats")->getString("stopped"), "time");
  const json::Object *Spots = Document.getObject("spot_check");
  ASSERT_TRUE(Spots);
  EXPECT_TRUE(Spots->getArray("contradictions")->empty());
  unsigned Claims = 0;
  for (const json::Value &Each : *Document.getArray("partitions")) {
    const json::Object &Part = *Each.getAsObject();
    Claims += Part.getString("kind") != "unknown";
  }
  EXPECT_GE(Claims, 2u);
  EXPECT_EQ(Spots->getInteger("classes"), Claims);
  EXPECT_GE(Spots->getInteger("inputs").value_or(0), 4);
}

TEST(InterruptedVerify, StoppedAgainAndAgainItEndsWithTheWholeTruth) {
  CommandLine At;
  writePair(At);
  std::int64_t Before = 0;
  for (unsigned Round = 0;; ++Round) {
    ASSERT_LT(Round, 20u) << "it does not come to an end";
    Ran Result = At.run("vernier " + Kept + " --runs 6 --json part.json");
    auto Document = json::parse(At.read("part.json"));
    ASSERT_TRUE(bool(Document)) << Result.Err;
    const json::Object &Now = *Document->getAsObject();
    const json::Object &Counts = *Now.getObject("stats");
    EXPECT_EQ(Counts.getInteger("replayed"), Before);
    if (Now.getBoolean("complete").value_or(false)) {
      EXPECT_GE(Round, 2u);
      expectWholeTruth(Now);
      break;
    }
    // Runs of the scout count, but are not kept.
    std::int64_t Runs = Counts.getInteger("runs").value_or(0);
    EXPECT_EQ(Runs - Before + Counts.getInteger("scouted").value_or(0), 6);
    EXPECT_GT(Runs, Before);
    Before = Runs;
  }
}

/// One way to be killed. All come as soon as there is a store, or a while later; $process is the one that runs.
struct Kill {
  const char *Name, *Start, *Signal;
};
const Kill Kills[] = {
    {"the process", "", "kill -KILL $process"},
    {"the process group", "setsid", "kill -s KILL -- -$process"},
};

TEST(InterruptedVerify, KilledAtRandomMomentsItLosesNothing) {
  CommandLine At;
  writePair(At);
  (void)At.run("vernier " + Verify + " --runs 1"); // builds are in the cache now
  auto Started = std::chrono::steady_clock::now();
  expectWholeTruth(At.json(Verify, 1));
  std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Started;

  const char *Wanted = std::getenv("VERNIER_VERIFY_KILLS");
  unsigned Number = Wanted ? static_cast<unsigned>(std::strtoul(Wanted, nullptr, 10)) : 4;
  Random Generator(Number);
  std::vector<std::string> Before;
  bool Anew = false;
  unsigned Hits = 0, AtBegin = 0, Lost = 0, Grown = 0, Ended = 0;
  for (unsigned I = 0; I != Number; ++I) {
    const Kill &How = Kills[I % 2];
    // Some hit the store while it is made, or soon after; the rest hit anything.
    bool Early = I == 0 || I % 8 == 5;
    if (Early || Anew) {
      Before.clear();
      for (const char *Name : {"kept.db", "kept.db-journal"})
        fs::remove(At.directory() / "work" / Name);
    }
    double After = (Early ? 0.02 : Took.count()) * static_cast<double>(Generator.below(1000)) / 1000;
    std::string Wait = Early ? "until test -e kept.db || ! kill -0 $process; do :; done; " : "";
    Ran Result = At.run(std::string(How.Start) + " vernier " + Kept + " --quiet --json part.json & process=$!; " +
                        Wait + "sleep " + std::to_string(After) + "; " + How.Signal + "; wait $process");
    bool Hit = Result.Code == 137;
    Hits += Hit;
    AtBegin += Hit && Early;
    Anew = !Hit;
    if (!Hit) { // it has come to its end: the next one starts anew
      EXPECT_EQ(Result.Code, 1) << How.Name << ": " << Result.Err;
      auto Document = json::parse(At.read("part.json"));
      ASSERT_TRUE(bool(Document));
      expectWholeTruth(*Document->getAsObject());
      ++Ended;
    }
    std::vector<std::string> Now = storedRuns(At);
    bool Same = Now.size() >= Before.size() && std::equal(Before.begin(), Before.end(), Now.begin());
    EXPECT_TRUE(Same) << "what was stored is not there any more, after a kill of " << How.Name;
    EXPECT_EQ(std::set<std::string>(Now.begin(), Now.end()).size(), Now.size()) << "an input was run twice";
    Lost += !Same;
    Grown += Now.size() > Before.size();
    Before = std::move(Now);
  }
  EXPECT_GT(Hits, 0u) << "none of the kills came in time";
  EXPECT_GT(AtBegin, 0u) << "none of the kills came while the store was new";
  for (unsigned Tries = 0; leftOver(At) != 0; ++Tries) {
    ASSERT_LT(Tries, 100u) << "runs of the programs outlive the one who started them";
    (void)At.run("sleep 0.1");
  }
  json::Object Last = At.json(Kept, 1);
  expectWholeTruth(Last);
  EXPECT_EQ(Last.getObject("stats")->getInteger("replayed"), static_cast<std::int64_t>(Before.size()));
  // Nothing is left to be done.
  json::Object Again = At.json(Kept, 1);
  expectWholeTruth(Again);
  EXPECT_EQ(Again.getObject("stats")->getInteger("replayed"), Again.getObject("stats")->getInteger("runs"));
  std::printf("%u kills: %u in time (%u at the beginning of the store), %u explorations came to their end; %u times "
              "the store had grown, "
              "%u times something was lost\n",
              Number, Hits, AtBegin, Ended, Grown, Lost);
}

// Partitions do not notice an access outside of a local where the input only chooses between constant indices
// (docs/verify.md, limits): a claim that the machine contradicts, for which the spot check is there.
TEST(SpotCheck, AClaimThatTheMachineContradictsIsWithdrawn) {
  CommandLine At;
  // A callee that writes too far: one of the limits in docs/verify.md.
  const std::string Callee = "static void clear(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }\n",
                    Body = "b = 7; clear(a, x > 5 ? 3 : 2); return b; }\n";
  At.write("old.c", Callee + "int f(int x) { int a[2]; int b; " + Body);
  At.write("new.c", Callee + "int f(int x) { int b; int a[2]; " + Body);
  const std::string Command = "verify old.c new.c --entry f --no-bounded";
  ASSERT_EQ(At.json(Command, 0).getString("verdict"), "equal") << "this limit is gone: another example is needed";
  json::Object Document = At.json(Command + " --spot-check 4", 1);
  EXPECT_EQ(Document.getString("verdict"), "different");
  EXPECT_EQ(Document.getBoolean("complete"), false);
  const json::Array *Found = Document.getObject("spot_check")->getArray("contradictions");
  ASSERT_EQ(Found->size(), 1u);
  std::int64_t Wrong = (*Found)[0].getAsObject()->getInteger("partition").value_or(0);
  unsigned Withdrawn = 0, Single = 0;
  for (const json::Value &Each : *Document.getArray("partitions")) {
    const json::Object &Part = *Each.getAsObject();
    if (Part.getInteger("id") == Wrong) {
      EXPECT_EQ(Part.getString("kind"), "unknown");
      EXPECT_EQ(Part.getObject("reason")->getString("code"), "spot-check-failed");
      ++Withdrawn;
    }
    if (Part.getString("kind") == "different") {
      EXPECT_EQ(Part.getString("basis"), "input");
      EXPECT_GT(std::stol(Part.getObject("witness")->getString("x")->str()), 5);
      ++Single;
    }
  }
  EXPECT_EQ(Withdrawn, 1u);
  EXPECT_EQ(Single, 1u);
  Ran Text = At.run("vernier " + Command + " --spot-check 4");
  EXPECT_NE(Text.Out.find("CONTRADICTED class "), std::string::npos) << Text.Out;
  EXPECT_NE(Text.Out.find("1 claim CONTRADICTED"), std::string::npos) << Text.Out;
}

TEST(SpotCheck, ProofsAreSampledToo) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x * 2; }\n");
  At.write("new.c", "int f(int x) { return x + x; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --spot-check 5", 0);
  EXPECT_EQ(Document.getString("mode"), "bounded");
  EXPECT_EQ(Document.getObject("spot_check")->getInteger("inputs"), 5);
  EXPECT_TRUE(Document.getObject("spot_check")->getArray("contradictions")->empty());
  Ran Refused = At.run("vernier verify old.c new.c --entry f --spot-check 5 --strategy dart");
  EXPECT_EQ(Refused.Code, 2);
  EXPECT_NE(Refused.Err.find("--spot-check"), std::string::npos) << Refused.Err;
}

} // namespace
