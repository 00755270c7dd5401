#include "check/PairReplay.h"

#include <future>

namespace vernier {

Confirmation PairReplay::operator()(const InputAssignment &Input) {
  auto First = show(Input);
  if (!First)
    return Confirmation::Impossible;
  auto &[OldShows, NewShows] = *First;
  if (!OldShows.comparable() || !NewShows.comparable()) {
    Problem = "a run " + outcomeText(OldShows.comparable() ? NewShows : OldShows);
    return Confirmation::Impossible;
  }
  if (sameBehaviour(OldShows, NewShows, Options.Observed))
    return Confirmation::Same;
  // The same input must show the same again, or the difference is one between runs and not between versions.
  if (!sameBehaviour(OldShows, Old->run(Input, Options.Runs)) ||
      !sameBehaviour(NewShows, New->run(Input, Options.Runs))) {
    Problem = "two runs of one version on one input differ";
    return Confirmation::Impossible;
  }
  Shown = Witness{describe(Space, Input), describeTexts(Space, Input), std::move(OldShows), std::move(NewShows)};
  return Confirmation::Differs;
}

std::optional<std::pair<Outcome, Outcome>> PairReplay::show(const InputAssignment &Input) {
  return show(Input, Options.Runs);
}

std::optional<std::pair<Outcome, Outcome>> PairReplay::show(const InputAssignment &Input, const RunLimits &Limits) {
  if (!build())
    return std::nullopt;
  auto OldShows = std::async(std::launch::async, [&] { return Old->run(Input, Limits); });
  Outcome NewShows = New->run(Input, Limits);
  return std::pair(OldShows.get(), std::move(NewShows));
}

bool PairReplay::build() {
  if (Old && New)
    return true;
  if (!Problem.empty())
    return false;
  auto OldBuild = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::Old, Space, Place);
  auto NewBuild = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::New, Space, Place);
  if (!OldBuild || !NewBuild) {
    Problem = (OldBuild ? NewBuild.error() : OldBuild.error()).Message;
    return false;
  }
  Old.emplace(std::move(*OldBuild));
  New.emplace(std::move(*NewBuild));
  return true;
}

} // namespace vernier
