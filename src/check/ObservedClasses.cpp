#include "check/ObservedClasses.h"

namespace vernier {

namespace {

/// What is claimed of a class holds for the input that stands for it.
Status agrees(const ObservedClass &Seen, const Observation &Observed) {
  if (!Seen.Part->UndefinedUses.empty() || !Seen.Old.comparable() || !Seen.New.comparable() || !Seen.Deterministic)
    return Done{};
  bool Same = sameBehaviour(Seen.Old, Seen.New, Observed);
  if (Seen.Part->What == Answer::Unknown || Same == (Seen.Part->What == Answer::Equal))
    return Done{};
  return analysisError("class " + std::to_string(Seen.Part->Id) + " is claimed " +
                       std::string(toString(Seen.Part->What)) + ", but on its input the old version " +
                       outcomeText(Seen.Old) + " and the new one " + outcomeText(Seen.New) + ": please report this");
}

} // namespace

Result<ObservedClasses> observeClasses(const ChangeMap &Map, const VerifyResult &Verified, const VerifyOptions &Options,
                                       const Workspace &Place) {
  auto Old = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::Old, Verified.Space, Place);
  auto New = PlainBuild::create(Map.oldProgram(), Map.newProgram(), Side::New, Verified.Space, Place);
  if (!Old || !New)
    return Old ? New.takeError() : Old.takeError();
  ObservedClasses Result;
  for (const VerifiedPartition &Part : Verified.Partitions) {
    if (!Part.Values || Part.Basis == PartitionBasis::Unexplored) {
      Result.LeftOut.push_back("class " + std::to_string(Part.Id) + ": no input of it was run");
      continue;
    }
    ObservedClass Seen{&Part, Old->run(*Part.Values, Options.Runs), New->run(*Part.Values, Options.Runs), true};
    Seen.Deterministic =
        Seen.Old == Old->run(*Part.Values, Options.Runs) && Seen.New == New->run(*Part.Values, Options.Runs);
    if (Status Fits = agrees(Seen, Options.Observed); !Fits)
      return Fits.takeError();
    Result.All.push_back(std::move(Seen));
  }
  return Result;
}

} // namespace vernier
