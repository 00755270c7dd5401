#include "partition/VersionList.h"

#include "input/Assume.h"
#include "input/LeafTerms.h"
#include "partition/Premises.h"
#include "verdict/Codes.h"

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
  return Done{};
}

/// What any of the spaces, or any of the versions, assumes, the claims assume.
std::vector<std::string> assumptionCodes(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces) {
  std::vector<std::string> Codes;
  auto Add = [&](llvm::ArrayRef<std::string> More) {
    for (const std::string &Code : More)
      if (!llvm::is_contained(Codes, Code))
        Codes.push_back(Code);
  };
  for (const InputSpace &Space : Spaces)
    Add(Space.Assumptions);
  Add({"terminates", "defined-behaviour"});
  for (std::size_t I = 0; I != Maps.size(); ++I)
    for (Side Which : {Side::Old, Side::New}) {
      const Program &Version = Which == Side::Old ? Maps[I]->oldProgram() : Maps[I]->newProgram();
      if (const llvm::Function *Entry = Version.module().getFunction(Spaces[I].entry(Which)))
        Add(partitionPremises(*Entry, Spaces[I].WholeProgram));
    }
  return Codes;
}

std::vector<Location> placesOf(const Instrumentation &Build) {
  std::vector<Location> Sites;
  for (const Site &Each : Build.Sites)
    Sites.push_back(Each.Where);
  return Sites;
}

/// Ids of changed statements go on from one map to the next.
std::vector<NeighbourMap> numbered(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces) {
  std::vector<NeighbourMap> Result;
  unsigned Before = 0;
  for (std::size_t I = 0; I != Maps.size(); ++I) {
    Result.push_back({Maps[I], &Spaces[I], Before});
    if (I + 1 != Maps.size())
      Before += static_cast<unsigned>(changedStatements(*Maps[I]).size());
  }
  return Result;
}

/// A version as a side of the pair that it is the newer one of; the first one of the first pair.
TracedVersion::Source sourceOf(std::size_t Version, llvm::ArrayRef<NeighbourMap> Maps) {
  std::size_t Pair = Version == 0 ? 0 : Version - 1;
  TracedVersion::Source From;
  From.Old = &Maps[Pair].Map->oldProgram();
  From.New = &Maps[Pair].Map->newProgram();
  From.Which = Version == 0 ? Side::Old : Side::New;
  From.Space = Maps[Pair].Space;
  From.Maps.push_back(Maps[Pair]);
  if (Version != 0 && Version < Maps.size())
    From.Maps.push_back(Maps[Version]);
  return From;
}

} // namespace

Result<std::unique_ptr<VersionList>> listVersions(llvm::ArrayRef<const ChangeMap *> Maps,
                                                  llvm::ArrayRef<InputSpace> Spaces,
                                                  const PartitionPairOptions &Options, const Workspace &Place) {
  auto List = std::make_unique<VersionList>();
  if (Status Described = describeSpace(Spaces.back(), List->Result); !Described)
    return Described.takeError();
  List->Result.Assumptions = assumptionCodes(Maps, Spaces);
  RunLimits Limits;
  Limits.Time = Options.RunTime;
  Limits.Memory = Options.RunMemory;
  PartitionMode Mode = Options.CheckOverflow ? PartitionMode::Path : Options.Mode;
  std::vector<NeighbourMap> Neighbours = numbered(Maps, Spaces);
  std::vector<std::unique_ptr<TracedVersion>> Versions;
  for (std::size_t I = 0; I <= Maps.size(); ++I) {
    TracedVersion::Source From = sourceOf(I, Neighbours);
    From.Builds = Maps.size() == 1 ? Options.Builds.get() : nullptr; // they are of one pair
    From.CheckOverflow = Options.CheckOverflow;
    From.MergeFrom = Mode == PartitionMode::Sliced ? Options.MergeFrom : 0;
    auto Made = TracedVersion::make(From, Limits, Place);
    if (!Made)
      return Made.takeError();
    List->Result.Sites.push_back(placesOf((*Made)->instrumentation()));
    Versions.push_back(std::move(*Made));
  }
  std::vector<OutcomeParts> Parts(Maps.size());
  bool WholeProgram = Spaces.back().WholeProgram;
  for (std::size_t I = 0; I != Maps.size() && !WholeProgram; ++I) {
    Parts[I] = OutcomeParts::of(Maps[I]->oldProgram(), Maps[I]->newProgram(), Spaces[I]);
    if (Parts[I].Unpaired && !llvm::is_contained(List->Result.Assumptions, assumption::UnpairedGlobals))
      List->Result.Assumptions.push_back(assumption::UnpairedGlobals);
  }
  List->Run = std::make_unique<VersionsGeneraliser>(*List->Result.Store, List->Result.Leaves, std::move(Versions),
                                                    std::move(Parts), WholeProgram, Mode, Options.Observed);
  return List;
}

} // namespace vernier
