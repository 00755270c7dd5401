#include "partition/VersionList.h"

#include "input/Assume.h"
#include "input/LeafTerms.h"

namespace vernier {

namespace {

Status describeSpace(const InputSpace &Space, PartitionResult &To) {
  To.Store = std::make_shared<TermStore>();
  To.Leaves = leafTerms(*To.Store, Space);
  auto Assumed = assumptionsOf(Space);
  if (!Assumed)
    return Assumed.takeError();
  if (!Assumed->empty())
    To.Admitted = allHold(*To.Store, *Assumed, To.Leaves);
  To.Assumptions = Space.Assumptions;
  for (const char *Code : {"terminates", "defined-behaviour"})
    To.Assumptions.push_back(Code);
  return Done{};
}

std::vector<Location> placesOf(const Instrumentation &Build) {
  std::vector<Location> Sites;
  for (const Site &Each : Build.Sites)
    Sites.push_back(Each.Where);
  return Sites;
}

} // namespace

Result<std::unique_ptr<VersionList>> listVersions(const ChangeMap &Map, const InputSpace &Space,
                                                  const PartitionPairOptions &Options, const Workspace &Place) {
  auto List = std::make_unique<VersionList>();
  if (Status Described = describeSpace(Space, List->Result); !Described)
    return Described.takeError();
  RunLimits Limits;
  Limits.Time = Options.RunTime;
  Limits.Memory = Options.RunMemory;
  std::vector<std::unique_ptr<TracedVersion>> Versions;
  unsigned MergeFrom = Options.Mode == PartitionMode::Sliced ? Options.MergeFrom : 0;
  for (Side Which : {Side::Old, Side::New}) {
    auto Made = TracedVersion::make(
        {&Map.oldProgram(), &Map.newProgram(), Which, &Space, {&Map}, MergeFrom, Options.Builds.get()}, Limits, Place);
    if (!Made)
      return Made.takeError();
    List->Result.Sites.push_back(placesOf((*Made)->instrumentation()));
    Versions.push_back(std::move(*Made));
  }
  OutcomeParts Parts;
  if (!Space.WholeProgram)
    Parts = OutcomeParts::of(Map.oldProgram(), Map.newProgram(), Space);
  List->Run =
      std::make_unique<VersionsGeneraliser>(*List->Result.Store, List->Result.Leaves, std::move(Versions),
                                            std::move(Parts), Space.WholeProgram, Options.Mode, Options.Observed);
  return List;
}

} // namespace vernier
