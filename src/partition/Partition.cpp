#include "partition/Partition.h"

#include "input/Assume.h"
#include "input/LeafTerms.h"
#include "partition/VersionsGeneraliser.h"
#include "solver/ExplorationSolver.h"

#include <llvm/ADT/StringExtras.h>
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
  std::string Leaves, Fixed;
  for (const InputLeaf &Leaf : Space.Leaves) {
    Leaves += Leaf.Name + ":" + std::to_string(Leaf.Bits);
    if (Leaf.Min)
      Leaves += ":" + valueText(*Leaf.Min, Leaf.Signed, false);
    if (Leaf.Max)
      Leaves += ".." + valueText(*Leaf.Max, Leaf.Signed, false);
    Leaves += "\n";
  }
  for (const ProgramInput::Argument &Argument : Space.Program.Arguments)
    Fixed += (Argument.Fixed ? "=" + Argument.Text : std::to_string(Argument.Leaves.size())) + "\n";
  const Observation &O = Options.Observed;
  std::string Observed = std::to_string(O.Return) + std::to_string(O.Stdout) + std::to_string(O.Stderr) +
                         std::to_string(O.Exit) + std::to_string(O.Memory);
  Result.insert(Result.end(), {{"entry", Space.NewEntry},
                               {"inputs", Leaves},
                               {"arguments", Fixed},
                               {"assumptions", llvm::join(Space.Assume, "\n")},
                               {"mode", Options.Mode == PartitionMode::Sliced ? "sliced" : "path"},
                               {"observed", Observed},
                               {"run time", std::to_string(Options.RunTime.count())},
                               {"query time", std::to_string(Options.Search.QueryTime.count())}});
  return Result;
}

} // namespace

Result<PartitionResult> partitionPair(const ChangeMap &Map, const InputSpace &Space,
                                      const PartitionPairOptions &Options, const Workspace &Place) {
  PartitionResult Result;
  Result.Store = std::make_shared<TermStore>();
  Result.Leaves = leafTerms(*Result.Store, Space);
  auto Assumed = assumptionsOf(Space);
  if (!Assumed)
    return Assumed.takeError();
  if (!Assumed->empty())
    Result.Admitted = allHold(*Result.Store, *Assumed, Result.Leaves);
  Result.Assumptions = Space.Assumptions;
  for (const char *Code : {"terminates", "defined-behaviour"})
    Result.Assumptions.push_back(Code);

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
    std::vector<Location> Sites;
    for (const Site &Each : (*Made)->instrumentation().Sites)
      Sites.push_back(Each.Where);
    Result.Sites.push_back(std::move(Sites));
    Versions.push_back(std::move(*Made));
  }
  OutcomeParts Parts;
  if (!Space.WholeProgram)
    Parts = OutcomeParts::of(Map.oldProgram(), Map.newProgram(), Space);
  VersionsGeneraliser Run(*Result.Store, Result.Leaves, std::move(Versions), std::move(Parts), Space.WholeProgram,
                          Options.Mode, Options.Observed);
  auto Ask = makeExplorationSolver(*Result.Store, {.LogQueries = Options.QueryLog});
  if (!Ask)
    return Ask.takeError();
  PartitionOptions Search = Options.Search;
  std::unique_ptr<RunStore> Kept;
  if (!Options.Store.empty()) {
    std::vector<unsigned> Widths;
    for (const InputLeaf &Leaf : Space.Leaves)
      Widths.push_back(Leaf.Bits);
    auto Opened = RunStore::open(Options.Store, identityOf(Run, Space, Options), Widths, Options.Resume);
    if (!Opened)
      return Opened.takeError();
    Kept = std::move(*Opened);
    Search.Kept = Kept.get();
  }
  if (Options.Time)
    Search.Time = Budget(*Options.Time);
  SymbolicInput Inputs{*Result.Store, Result.Leaves, Result.Admitted};
  Result.Found = searchPartitions(Inputs, Run, **Ask, Search);
  if (Result.Found.Failure && Result.Found.Partitions.empty())
    return *Result.Found.Failure;
  return Result;
}

} // namespace vernier
