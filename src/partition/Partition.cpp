#include "partition/Partition.h"

#include "input/RandomInputs.h"
#include "partition/ScoutedVersions.h"
#include "partition/VersionList.h"
#include "solver/ExplorationSolver.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace {

/// What an exploration in a store must have in common with this one to go on with it.
ExplorationIdentity identityOf(const VersionsGeneraliser &Versions, const InputSpace &Space,
                               const PartitionPairOptions &Options) {
  ExplorationIdentity Result;
  for (const auto &Each : Versions.versions())
    Result.push_back({"version " + std::to_string(Result.size() + 1),
                      llvm::sys::path::filename(llvm::sys::path::parent_path(Each->executable())).str()});
  const Observation &O = Options.Observed;
  std::string Observed = std::to_string(O.Return) + std::to_string(O.Stdout) + std::to_string(O.Stderr) +
                         std::to_string(O.Exit) + std::to_string(O.Memory) + std::to_string(O.Files);
  llvm::append_range(Result, identityOfInputs(Space));
  Result.insert(Result.end(), {{"mode", Options.Mode == PartitionMode::Sliced ? "sliced" : "path"},
                               {"overflow", Options.CheckOverflow ? "undefined" : "wraps"},
                               {"observed", Observed},
                               {"run time", std::to_string(Options.RunTime.count())},
                               {"query time", std::to_string(Options.Search.QueryTime.count())}});
  return Result;
}

/// Of all versions.
SourceConstants constantsOf(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces) {
  std::vector<const llvm::Function *> Entries;
  for (std::size_t I = 0; I != Maps.size(); ++I)
    for (const llvm::Function *Entry : {Maps[I]->oldProgram().module().getFunction(Spaces[I].OldEntry),
                                        Maps[I]->newProgram().module().getFunction(Spaces[I].NewEntry)})
      if (Entry)
        Entries.push_back(Entry);
  return SourceConstants::of(Entries);
}

} // namespace

Result<PartitionResult> partitionPair(const ChangeMap &Map, const InputSpace &Space,
                                      const PartitionPairOptions &Options, const Workspace &Place) {
  return partitionVersions({&Map}, Space, Options, Place);
}

Result<PartitionResult> partitionVersions(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                                          const PartitionPairOptions &Options, const Workspace &Place) {
  auto List = listVersions(Maps, Spaces, Options, Place);
  if (!List)
    return List.takeError();
  PartitionResult &Result = (*List)->Result;
  const InputSpace &Space = Spaces.back(); // all have the same inputs
  auto Ask = makeExplorationSolver(*Result.Store, {.LogQueries = Options.QueryLog});
  if (!Ask)
    return Ask.takeError();
  PartitionOptions Search = Options.Search;
  std::unique_ptr<RunStore> Kept;
  if (!Options.Store.empty()) {
    auto Opened =
        RunStore::open(Options.Store, identityOf(*(*List)->Run, Space, Options), widthsOf(Space), Options.Resume);
    if (!Opened)
      return Opened.takeError();
    Kept = std::move(*Opened);
    Search.Kept = Kept.get();
  }
  Search.Observed = Options.Observed;
  Search.Time = Options.Time ? Options.Whole.part(*Options.Time) : Options.Whole;
  ScoutedVersions Scouted(*Result.Store, Result.Leaves, (*List)->Run->versions(), Options.Observed);
  if ((*List)->Run->versions().size() <= ScoutedVersions::MostVersions)
    Search.Scouted = &Scouted;
  llvm::append_range(Search.ScoutSeeds, fullTexts(Space, zeros((*List)->inputs())));
  SymbolicInput Inputs = (*List)->inputs();
  TextProbes Probes(Inputs, Space, Scouted, constantsOf(Maps, Spaces), Options.Seed);
  if (Search.Scouted)
    Search.Probed = &Probes;
  Result.Found = searchPartitions((*List)->inputs(), *(*List)->Run, **Ask, Search);
  if (Result.Found.Failure && Result.Found.Partitions.empty())
    return *Result.Found.Failure;
  return std::move(Result);
}

} // namespace vernier
