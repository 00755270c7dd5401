#include "check/Verify.h"

#include "input/Assume.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier {

namespace {

/// Plain builds of both versions, made when the first candidate asks for them.
class Replay {
public:
  Replay(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, const Workspace &Place)
      : Map(Map), Space(Space), Options(Options), Place(Place) {}

  Confirmation operator()(const InputAssignment &Input) {
    if (!build())
      return Confirmation::Impossible;
    Outcome A = Old->run(Input, Options.Runs), B = New->run(Input, Options.Runs);
    if (!A.comparable() || !B.comparable()) {
      Problem = "a run " + outcomeText(A.comparable() ? B : A);
      return Confirmation::Impossible;
    }
    if (sameBehaviour(A, B, Options.Observed))
      return Confirmation::Same;
    // The same input must show the same again, or the difference is one between runs and not between versions.
    if (!sameBehaviour(A, Old->run(Input, Options.Runs)) || !sameBehaviour(B, New->run(Input, Options.Runs))) {
      Problem = "two runs of one version on one input differ";
      return Confirmation::Impossible;
    }
    Shown = Witness{describe(Space, Input), describeTexts(Space, Input), std::move(A), std::move(B)};
    return Confirmation::Differs;
  }

  std::optional<Witness> Shown;
  std::string Problem;

private:
  bool build() {
    if (Old && New)
      return true;
    if (!Problem.empty())
      return false;
    auto A = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::Old, Space, Place);
    auto B = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::New, Space, Place);
    if (!A || !B) {
      Problem = (A ? B.error() : A.error()).Message;
      return false;
    }
    Old.emplace(std::move(*A));
    New.emplace(std::move(*B));
    return true;
  }

  const ChangeMap &Map;
  const InputSpace &Space;
  const VerifyOptions &Options;
  const Workspace &Place;
  std::optional<PlainBuild> Old, New;
};

std::optional<std::string> sizeOf(const InputSpace &Space, const BoundedPartition &Part) {
  if (Part.WholeSpace)
    return spaceSize(Space);
  return std::nullopt;
}

} // namespace

const Witness *VerifyResult::witness() const {
  for (const VerifiedPartition &Each : Partitions)
    if (Each.Shown)
      return &*Each.Shown;
  return nullptr;
}

std::string spaceSize(const InputSpace &Space) {
  unsigned Bits = 2;
  for (const InputLeaf &Leaf : Space.Leaves)
    Bits += Leaf.Bits + 1;
  llvm::APInt Size(Bits, 1);
  for (const InputLeaf &Leaf : Space.Leaves) {
    llvm::APInt Values = llvm::APInt::getOneBitSet(Bits, Leaf.Bits);
    if (Leaf.Min && Leaf.Max)
      Values = (*Leaf.Max - *Leaf.Min).zext(Bits) + 1;
    Size *= Values;
  }
  llvm::SmallString<64> Digits;
  Size.toStringUnsigned(Digits);
  return std::string(Digits);
}

Result<VerifyResult> verifyEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                                 const Workspace &Place) {
  auto Space = inputSpace(Map.oldProgram(), Map.newProgram(), Input);
  if (!Space)
    return Space.takeError();
  auto Assumed = assumptionsOf(*Space);
  if (!Assumed)
    return Assumed.takeError();
  VerifyResult Done;
  Done.Space = std::move(*Space);
  Replay Confirm(Map, Done.Space, Options, Place);
  BoundedOptions Wanted;
  Wanted.Time = Options.Time;
  Wanted.QueryTime = Options.QueryTime;
  Wanted.Bound = Options.Unwind;
  Wanted.Observed = Options.Observed;
  Wanted.Confirm = [&](const InputAssignment &Values) { return Confirm(Values); };
  if (!Assumed->empty())
    Wanted.Assume = [&](TermStore &Store, const std::vector<Term> &Leaves) { return allHold(Store, *Assumed, Leaves); };
  BoundedResult Proof = proveBounded(Map.oldProgram(), Map.newProgram(), &Map, Done.Space, Wanted);
  Done.Judged = std::move(Proof.Judged);
  if (Done.Judged.Why.Code == "no-input")
    return usageError("--assume: no input of '" + Input.Entry + "' satisfies " +
                      (Done.Space.Assume.size() == 1 ? "'" + Done.Space.Assume.front() + "'" : "all of them together") +
                      "; there is nothing to compare");
  if (Done.Judged.Why.Code == "not-replayed" && !Confirm.Problem.empty())
    Done.Judged.Why.Message += ": " + Confirm.Problem;
  Done.Statistics = Proof.Statistics;
  if (Proof.Difference)
    Done.FirstDifferenceSeconds = Proof.FirstDifferenceSeconds;
  Done.Complete = !Proof.Partitions.empty();
  for (BoundedPartition &Each : Proof.Partitions) {
    VerifiedPartition Part;
    Part.Id = static_cast<unsigned>(Done.Partitions.size() + 1);
    Part.What = Each.What;
    Part.Why = std::move(Each.Why);
    Part.Condition = std::move(Each.Condition);
    Part.Size = sizeOf(Done.Space, Each);
    Part.Assumptions = std::move(Each.Assumptions);
    if (Each.What == Answer::Different)
      Part.Shown = Confirm.Shown;
    else if (Each.Example) {
      Part.Example = describe(Done.Space, *Each.Example);
      Part.ExampleTexts = describeTexts(Done.Space, *Each.Example);
    }
    Done.Complete &= Each.What != Answer::Unknown;
    Done.Partitions.push_back(std::move(Part));
  }
  if (Done.Judged.What == Answer::Different && Done.Complete)
    Done.Judged.Reach = Extent::Complete;
  return Done;
}

} // namespace vernier
