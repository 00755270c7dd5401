// The engine against the machine: on random programs and inputs, every recorded term evaluates to the value that the
// run saw, every condition to the side taken, and the instrumented run shows what the plain one shows.

#include "engine/Campaign.h"
#include "engine/EngineProgram.h"
#include "engine/Subject.h"
#include "trace/Validate.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Totals {
  std::uint64_t Programs = 0, Runs = 0, Nodes = 0, Steps = 0, Decisions = 0, Undetermined = 0, Frozen = 0;
};

/// A node and what it was made of, for messages.
std::string history(const Trace &Of, NodeId Last) {
  std::string Text;
  std::vector<NodeId> Open = {Last};
  for (std::size_t I = 0; I < Open.size() && I < 12; ++I) {
    const VernierNode &Node = Of.node(Open[I]);
    Text += "\n  " + std::to_string(Open[I]) + ": operation " + std::to_string(Node.Operation) + ", " +
            std::to_string(Node.Bits) + " bits, A " + std::to_string(Node.A) + ", B " + std::to_string(Node.B) +
            ", C " + std::to_string(Node.C) + ", under " + std::to_string(Node.Control) + ", value " +
            std::to_string(Node.Value) + (Of.isSymbolic(Open[I]) ? ", symbolic" : "") + " at " +
            Of.siteOf(Open[I]).Function + ":" + std::to_string(Of.siteOf(Open[I]).Where.Line);
    Of.forEachEdge(Open[I], [&](EdgeRole Role, NodeId Target) {
      if (Role != EdgeRole::Control && Role != EdgeRole::Potential)
        Open.push_back(Target);
    });
  }
  return Text;
}

void checkRun(Subject &Of, const InputAssignment &Input, Totals &Sum, const std::string &Where) {
  TracedRun Ran = Of.run(Input);
  std::string Context = Where + " on " + text(Of, Input);
  ASSERT_TRUE(Ran.Left) << Context << ": " << Ran.Why;
  Validation V = validate(*Ran.Left, Input);
  for (const Mismatch &Wrong : V.Wrong)
    ADD_FAILURE() << Context << ": " << describe(*Ran.Left, Wrong) << history(*Ran.Left, Wrong.Node);
  for (const std::string &Problem : Ran.Left->problems())
    ADD_FAILURE() << Context << ": " << Problem;
  Outcome Plain = Of.runPlain(Input);
  EXPECT_EQ(outcomeText(Plain), outcomeText(Ran.Shown)) << Context;
  EXPECT_TRUE(Plain == Ran.Shown) << Context << ": " << outcomeText(Plain);
  Sum.Runs += 1, Sum.Nodes += V.Nodes, Sum.Steps += V.Steps, Sum.Decisions += V.Decisions;
  Sum.Undetermined += V.Undetermined, Sum.Frozen += Ran.Left->frozen() != VernierNotFrozen;
}

void checkProgram(std::uint64_t Seed, unsigned Inputs, Totals &Sum) {
  std::string Text = engineProgram(Seed);
  InputOptions Options;
  Options.Entry = "program";
  auto Made = Subject::make(Text, Options);
  std::string Where = "seed " + std::to_string(Seed);
  ASSERT_TRUE(Made) << dump(Text, Seed) << ": " << Made.error().Message << Made.error().Output;
  Random Generator(Seed);
  for (unsigned I = 0; I < Inputs; ++I)
    checkRun(**Made, (*Made)->randomInput(Generator), Sum, Where);
  Sum.Programs += 1;
  if (testing::Test::HasFailure())
    dump(Text, Seed);
}

} // namespace

TEST(EngineAgainstMachine, RandomPrograms) {
  CampaignSize Size = campaignSize(10);
  Totals Sum;
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Programs && !HasFatalFailure(); ++Seed) {
    checkProgram(Seed, 20, Sum); // a build takes as long as thousands of runs
    if (HasFailure() && !Size.GoOn)
      break;
  }
  RecordProperty("runs", static_cast<int>(Sum.Runs));
  std::printf(
      "campaign, engine: %lu programs, %lu runs, %lu terms, %lu steps, %lu conditions, %lu undetermined, %lu frozen\n",
      Sum.Programs, Sum.Runs, Sum.Nodes, Sum.Steps, Sum.Decisions, Sum.Undetermined, Sum.Frozen);
  EXPECT_EQ(Sum.Programs, Size.Programs);
  EXPECT_GT(Sum.Nodes, 100 * Sum.Runs);
  EXPECT_GT(Sum.Decisions, 10 * Sum.Runs);
  EXPECT_LE(20 * Sum.Undetermined, Sum.Nodes) << "values that nobody can check";
  EXPECT_LE(20 * Sum.Frozen, Sum.Runs) << "runs that were not traced to their end";
}
