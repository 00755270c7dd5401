#include "check/StartPairs.h"

#include "check/Unreached.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// Where control may begin while the entry is looked at; another main does not run then.
std::vector<const llvm::Function *> startsBeside(const Program &Version, const llvm::Function &Entry) {
  std::vector<const llvm::Function *> Starts = startsOf(Version, Entry.getName().str());
  llvm::erase_if(Starts, [&](const llvm::Function *F) { return F->getName() == "main" && F != &Entry; });
  if (!llvm::is_contained(Starts, &Entry))
    Starts.push_back(&Entry);
  return Starts;
}

/// Nothing if only one version has some of them.
std::optional<EntryPairs> pairsOf(const ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New) {
  std::vector<const llvm::Function *> OldStarts = startsBeside(Map.oldProgram(), Old),
                                      NewStarts = startsBeside(Map.newProgram(), New);
  EntryPairs Result;
  for (const llvm::Function *Start : NewStarts) {
    const llvm::Function *Before = Start == &New ? &Old : Map.counterpart(*Start);
    if (!Before || !llvm::is_contained(OldStarts, Before))
      return std::nullopt;
    if (!llvm::is_contained(Result, std::pair(Before, Start)))
      Result.push_back({Before, Start});
  }
  bool All = llvm::all_of(OldStarts, [&](const llvm::Function *Start) {
    return llvm::any_of(Result, [&](const auto &Pair) { return Pair.first == Start; });
  });
  return All ? std::optional(std::move(Result)) : std::nullopt;
}

} // namespace

std::optional<EntryPairs> startPairs(const ChangeMap &Map, const InputSpace &Space) {
  const llvm::Function *Old = Map.oldProgram().module().getFunction(Space.OldEntry);
  const llvm::Function *New = Map.newProgram().module().getFunction(Space.NewEntry);
  if (!Old || !New || Old->isDeclaration() || New->isDeclaration())
    return std::nullopt;
  return pairsOf(Map, *Old, *New);
}

} // namespace vernier
