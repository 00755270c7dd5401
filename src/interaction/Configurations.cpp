#include "interaction/Configurations.h"

#include "changes/ChangeMap.h"

namespace vernier {

namespace {

/// More pairs than that are not worth their builds.
constexpr std::size_t MostChanges = 6;

/// What leaving out one change does: what was shown before and behind it, if that is not the same (equation 2.1).
using ChangeEffect = std::optional<std::pair<ConfiguredRun, ConfiguredRun>>;

bool isSame(const ConfiguredRun &A, const ConfiguredRun &B, const Observation &Observed) {
  return A.Undefined.Code == B.Undefined.Code && sameBehaviour(A.Shown, B.Shown, Observed);
}

bool isSame(const ChangeEffect &A, const ChangeEffect &B, const Observation &Observed) {
  if (!A || !B)
    return !A && !B;
  return isSame(A->first, B->first, Observed) && isSame(A->second, B->second, Observed);
}

} // namespace

const ConfiguredVersions::Made &ConfiguredVersions::make(const std::set<unsigned> &Changes) {
  auto [At, New] = Known.try_emplace(Changes);
  Made &Version = At->second;
  if (!New)
    return Version;
  std::optional<ReducedVersion> Reduced = Build(Changes);
  if (!Reduced)
    return Version;
  Version.Reduced = std::move(*Reduced);
  if (!Version.Reduced.Version)
    return Version;
  Version.Map = std::make_unique<ChangeMap>(computeChangeMap(Pair.map().oldProgram(), *Version.Reduced.Version,
                                                             Pair.space().WholeProgram ? "" : Pair.space().NewEntry));
  RunnablePairOptions Wanted = Pair.options();
  Wanted.Time = Budget();
  Wanted.OldMarks.clear();
  Wanted.NewMarks.clear();
  if (auto Runs = RunnablePair::make(*Version.Map, Pair.space(), Wanted, Place))
    Version.Runs = std::move(*Runs);
  return Version;
}

std::optional<ConfiguredRun> ConfiguredVersions::show(const std::set<unsigned> &Changes, const InputAssignment &Input) {
  const Made &Version = make(Changes);
  if (!Version.Runs)
    return std::nullopt;
  UndefinedUse Undefined = Version.Runs->run(Side::New, Input).Undefined;
  return ConfiguredRun{Version.Runs->runPlain(Input).New, std::move(Undefined)};
}

ConfirmedInteraction ConfiguredVersions::confirm(const ChangeSequence &Changes, const InputAssignment &Input,
                                                 const std::function<bool(const ConfiguredRun &)> &ShowsError) {
  ConfirmedInteraction Result;
  // Changed statements of one piece of text are one change here.
  std::vector<unsigned> Pieces;
  std::set<unsigned> Covered;
  for (unsigned Change : Changes) {
    if (Covered.contains(Change))
      continue;
    const Made &Version = make({Change});
    if (Version.Reduced.Without.empty())
      continue;
    Covered.insert(Version.Reduced.Without.begin(), Version.Reduced.Without.end());
    Pieces.push_back(Change);
    auto Shown = show({Change}, Input);
    using State = ConfirmedInteraction::State;
    State Error = !Shown ? State::NotBuilt : ShowsError(*Shown) ? State::Shows : State::ShowsNot;
    Result.Single.push_back({Version.Reduced.Without, Error});
    if (Error == State::ShowsNot)
      Result.Needed.insert(Change);
    Result.Tried = true;
  }
  if (Pieces.size() > MostChanges)
    return Result;
  const Observation &Observed = Pair.observed();
  auto EffectOf = [&](unsigned Change, std::optional<unsigned> Without) -> std::optional<ChangeEffect> {
    std::set<unsigned> Before, Behind = {Change};
    if (Without) {
      Before.insert(*Without);
      Behind.insert(*Without);
    }
    auto From = show(Before, Input), To = show(Behind, Input);
    if (!From || !To)
      return std::nullopt;
    return isSame(*From, *To, Observed) ? ChangeEffect() : ChangeEffect(std::pair(*From, *To));
  };
  for (std::size_t I = 0; I != Pieces.size(); ++I)
    for (std::size_t J = I + 1; J != Pieces.size(); ++J) {
      auto First = EffectOf(Pieces[I], {}), FirstAlone = EffectOf(Pieces[I], Pieces[J]);
      auto Second = EffectOf(Pieces[J], {}), SecondAlone = EffectOf(Pieces[J], Pieces[I]);
      if (First && FirstAlone && Second && SecondAlone &&
          (!isSame(*First, *FirstAlone, Observed) || !isSame(*Second, *SecondAlone, Observed)))
        Result.Interacting.emplace_back(Pieces[I], Pieces[J]);
    }
  return Result;
}

} // namespace vernier
