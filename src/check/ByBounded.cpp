#include "check/ByBounded.h"

#include "input/Assume.h"

namespace vernier {

namespace {

std::optional<std::string> sizeOf(const InputSpace &Space, const BoundedPartition &Class) {
  if (Class.WholeSpace)
    return spaceSize(Space);
  return std::nullopt;
}

void addClass(EntryJob &Job, BoundedPartition &Proved) {
  VerifiedPartition Part;
  Part.Id = static_cast<unsigned>(Job.Into.Partitions.size() + 1);
  Part.What = Proved.What;
  Part.Why = std::move(Proved.Why);
  Part.Condition = std::move(Proved.Condition);
  Part.Size = sizeOf(Job.Into.Space, Proved);
  Part.Assumptions = std::move(Proved.Assumptions);
  Part.Evidence = Rung::Bounded;
  Part.Values = Proved.Example;
  if (Proved.What == Answer::Different)
    Part.Shown = Job.Confirm.Shown;
  else if (Proved.Example)
    Job.setExample(Part, *Proved.Example);
  Job.Into.Complete &= Proved.What != Answer::Unknown;
  Job.Into.Partitions.push_back(std::move(Part));
}

BoundedOptions optionsOf(EntryJob &Job, const std::vector<Expression> &Assumed, std::chrono::milliseconds Time) {
  BoundedOptions Wanted;
  Wanted.Time = Time;
  Wanted.QueryTime = std::min(Job.Options.QueryTime, Time);
  Wanted.Bound = Job.Options.Unwind;
  Wanted.Observed = Job.Options.Observed;
  Wanted.CheckOverflow = Job.Options.CheckOverflow;
  Wanted.Interrupt = Job.Options.Exploration.Search.Interrupt;
  Wanted.Confirm = [&Job](const InputAssignment &Values) { return Job.Confirm(Values); };
  if (!Assumed.empty())
    Wanted.Assume = [&](TermStore &Store, const std::vector<Term> &Leaves) { return allHold(Store, Assumed, Leaves); };
  return Wanted;
}

} // namespace

Result<std::vector<SampledClass>> proveByBounds(EntryJob &Job, const std::vector<Expression> &Assumed,
                                                std::chrono::milliseconds Time) {
  VerifyResult &Into = Job.Into;
  BoundedResult Proof =
      proveBounded(Job.Map.oldProgram(), Job.Map.newProgram(), &Job.Map, Into.Space, optionsOf(Job, Assumed, Time));
  Into.Mode = VerifyMode::Bounded;
  Into.Judged = std::move(Proof.Judged);
  if (Into.Judged.Why.Code == "no-input")
    return Job.noInput();
  if (Into.Judged.Why.Code == "not-replayed" && !Job.Confirm.Problem.empty())
    Into.Judged.Why.Message += ": " + Job.Confirm.Problem;
  Into.Statistics = Proof.Statistics;
  Into.World = std::move(Proof.World);
  if (Proof.Difference)
    Into.FirstDifferenceSeconds = Proof.FirstDifferenceSeconds;
  Into.Complete = !Proof.Partitions.empty();
  std::vector<SampledClass> Sampled;
  for (BoundedPartition &Proved : Proof.Partitions) {
    Sampled.push_back({static_cast<unsigned>(Sampled.size() + 1), Proved.What, Proved.Contains, Proved.Example, {}});
    addClass(Job, Proved);
  }
  if (Into.Judged.What == Answer::Different && Into.Complete)
    Into.Judged.Reach = Extent::Complete;
  if (Into.Judged.What == Answer::Equal && Into.Complete)
    Into.EqualFraction = 1;
  return Sampled;
}

} // namespace vernier
