#include "random/Campaign.h"
#include "bounded/Bounded.h"
#include "random/TablePair.h"

#include <gtest/gtest.h>

#include <cstdlib>

// Random pairs, and the shapes of docs/traps.md: what the bounded proof claims against what the machine does.

using namespace vernier;
using namespace vernier::test;

namespace {

InputOptions optionsFor(const RandomPair &Pair) {
  InputOptions Options;
  Options.Entry = Pair.Entry;
  for (const InputParameter &Each : Pair.Parameters)
    Options.Bounds.push_back({Each.Name, {std::to_string(Each.Min), std::to_string(Each.Max)}});
  return Options;
}

InputAssignment assignment(const InputSpace &Space, const RandomPair &Pair, const Input &In) {
  InputAssignment Result;
  for (const InputLeaf &Leaf : Space.Leaves)
    for (std::size_t I = 0; I < Pair.Parameters.size(); ++I)
      if (Pair.Parameters[I].Name == Leaf.Name)
        Result.push_back(llvm::APInt(Leaf.Bits, static_cast<std::uint64_t>(In[I]), true));
  return Result;
}

Input input(const InputSpace &Space, const RandomPair &Pair, const InputAssignment &Values) {
  Input Result;
  for (const InputParameter &Each : Pair.Parameters)
    for (std::size_t I = 0; I < Space.Leaves.size(); ++I)
      if (Space.Leaves[I].Name == Each.Name)
        Result.push_back(Each.Signed ? Values[I].getSExtValue() : static_cast<std::int64_t>(Values[I].getZExtValue()));
  return Result;
}

struct Tally {
  unsigned Equal = 0, Different = 0, Unknown = 0; ///< pairs, by what is said of them
  unsigned Differing = 0;                         ///< pairs of which an input that was tried differs
  std::size_t Inputs = 0, Covered = 0;
  std::size_t InputsOfEqual = 0, CoveredOfEqual = 0; ///< of pairs that are called equal
  std::map<std::string, unsigned> Reasons;
};

void checkPair(RandomPair Source, Tally &Count, std::size_t Samples = 400, const RunLimits &Limits = {}) {
  std::uint64_t Seed = Source.Seed;
  CompiledPair Pair(std::move(Source));
  ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
  auto Space = inputSpace(Pair.Old, Pair.New, optionsFor(Pair.Source));
  ASSERT_TRUE(Space) << Space.error().Message << dump(Pair.Source, "no input space");
  auto OldCode = compileForExecution(Pair.Old.module()), NewCode = compileForExecution(Pair.New.module());
  ASSERT_TRUE(OldCode && NewCode);
  BoundedOptions Wanted;
  Wanted.Time = std::chrono::milliseconds(4000);
  Wanted.QueryTime = std::chrono::milliseconds(2000);
  Wanted.Observed.Memory = false; // the harness of the random pairs does not look at globals
  Wanted.Confirm = [&](const InputAssignment &Values) {
    Input In = input(*Space, Pair.Source, Values);
    test::Outcome Old = run(*OldCode, In, Limits), New = run(*NewCode, In, Limits);
    if (!Old.comparable() || !New.comparable())
      return Confirmation::Impossible;
    return Old.sameBehaviour(New) ? Confirmation::Same : Confirmation::Differs;
  };
  BoundedResult Result = proveBounded(Pair.Old, Pair.New, &Map, *Space, Wanted);
  switch (Result.Judged.What) {
  case Answer::Equal:
    ++Count.Equal;
    break;
  case Answer::Different:
    ++Count.Different;
    break;
  case Answer::Unknown:
    ++Count.Unknown;
    ++Count.Reasons[Result.Judged.Why.Code];
    if (Result.Judged.Why.Code == "not-confirmed" && std::getenv("VERNIER_SHOW_UNKNOWN"))
      dump(Pair.Source, "unknown: " + Result.Judged.Why.Message);
    break;
  }
  std::vector<Input> Inputs = sampleInputs(Pair.Source.Parameters, Samples, Seed);
  std::vector<test::Outcome> Old = runAll(*OldCode, Inputs, Limits), New = runAll(*NewCode, Inputs, Limits);
  bool Differs = false;
  for (std::size_t I = 0; I < Inputs.size(); ++I) {
    if (!Old[I].comparable() || !New[I].comparable())
      continue;
    ++Count.Inputs;
    bool Same = Old[I].sameBehaviour(New[I]);
    InputAssignment Values = assignment(*Space, Pair.Source, Inputs[I]);
    if (Result.Judged.What == Answer::Equal)
      ASSERT_TRUE(Same) << dump(Pair.Source, "called equal, but differs for " + text(Inputs[I]));
    unsigned Claims = 0;
    for (const BoundedPartition &Part : Result.Partitions) {
      if (Part.What == Answer::Unknown || !Part.Contains(Values))
        continue;
      ++Claims;
      ASSERT_EQ(Same, Part.What == Answer::Equal)
          << dump(Pair.Source, "in the partition " + std::string(toString(Part.What)) + ": " + text(Inputs[I]));
    }
    ASSERT_LE(Claims, 1u) << dump(Pair.Source, "in two partitions: " + text(Inputs[I]));
    Count.Covered += Claims;
    Differs |= !Same;
    if (Result.Judged.What == Answer::Equal) {
      ++Count.InputsOfEqual;
      Count.CoveredOfEqual += Claims;
    }
  }
  Count.Differing += Differs;
}

void report(const char *What, const Tally &Count) {
  std::string Reasons;
  for (const auto &[Code, Times] : Count.Reasons)
    Reasons += " " + Code + ":" + std::to_string(Times);
  std::printf(
      "%s: %u equal, %u different, %u unknown (%s ); %u pairs differ on an input; %zu of %zu inputs in a claim, %zu "
      "of %zu of the pairs that are called equal\n",
      What, Count.Equal, Count.Different, Count.Unknown, Reasons.c_str(), Count.Differing, Count.Covered, Count.Inputs,
      Count.CoveredOfEqual, Count.InputsOfEqual);
}

constexpr std::uint64_t Usual = 50;

/// Claims about nothing would be easy to keep: most pairs are decided, and what is decided is claimed of inputs. A pair
/// that differs has a class of equal inputs only if the proof finds one, and a witness.
TEST(BoundedCampaign, NeverContradictsTheMachine) {
  Tally Count;
  CampaignSize Size = campaignSize(Usual);
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Pairs && !HasFatalFailure(); ++Seed)
    checkPair(generatePair(Seed, campaignOptions(Seed)), Count);
  report("campaign, bounded proof", Count);
  if (Size.Pairs < Usual)
    return; // somebody looks at a few pairs
  EXPECT_GE(20 * (Count.Equal + Count.Different), 19 * Size.Pairs) << "pairs that are decided";
  EXPECT_GE(100 * Count.CoveredOfEqual, 95 * Count.InputsOfEqual) << "inputs of equal pairs that are in a claim";
  EXPECT_GE(2 * Count.Covered, Count.Inputs) << "inputs that are in a claim";
  EXPECT_GE(4 * Count.Equal, Size.Pairs);
  EXPECT_GE(10 * Count.Different, Size.Pairs);
  EXPECT_GE(5 * Count.Differing, Size.Pairs);
}

TEST(BoundedTables, NeverContradictTheMachine) {
  Tally Count;
  CampaignSize Size = campaignSize(20);
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Pairs && !HasFatalFailure(); ++Seed)
    checkPair(generateTablePair(Seed), Count);
  report("campaign, bounded proof, tables", Count);
  if (Size.Pairs < 20)
    return;
  EXPECT_GE(20 * (Count.Equal + Count.Different), 19 * Size.Pairs) << "pairs that are decided";
  EXPECT_GE(2 * Count.Different, Size.Pairs);
}

TEST(BoundedTrapShapes, NeverContradictTheMachine) {
  GeneratorOptions Options;
  Options.Traps = Options.Hangs = Options.Undefined = true;
  Tally Count;
  RunLimits Hanging; // an endless loop costs its limit for each input
  Hanging.CpuPerInput = std::chrono::milliseconds(30);
  const std::vector<std::string> Shapes = trapShapeNames(Options);
  for (const std::string &Shape : Shapes) {
    Options.TrapShape = Shape;
    for (std::uint64_t Seed = 1; Seed <= 1 && !HasFatalFailure(); ++Seed) {
      SCOPED_TRACE(Shape);
      checkPair(generatePair(Seed, Options), Count, 40, Hanging);
    }
  }
  report("campaign, bounded proof, shapes of docs/traps.md", Count);
  EXPECT_EQ(Count.Equal + Count.Different + Count.Unknown, Shapes.size());
  EXPECT_GE(5 * (Count.Equal + Count.Different), 4 * Shapes.size()) << "shapes that are decided";
  EXPECT_GE(3 * Count.Different, 2 * Shapes.size());
  EXPECT_GE(3 * Count.Differing, 2 * Shapes.size());
}

} // namespace
