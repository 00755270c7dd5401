#include "check/Unreached.h"

#include "bitcode/Locations.h"
#include "bitcode/Startup.h"
#include "changes/Visibility.h"
#include "verdict/Codes.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

using Functions = llvm::DenseSet<const llvm::Function *>;

/// Functions in which, or in whose callees, a change may be executed.
Functions reachingChanges(const ChangeMap &Map, const ProgramAnalysis &Version) {
  Functions Result;
  std::vector<const llvm::Function *> Work;
  for (const llvm::Function &F : Version.module())
    if (Map.hasChange(F) && Result.insert(&F).second)
      Work.push_back(&F);
  while (!Work.empty()) {
    const llvm::Function *Callee = Work.back();
    Work.pop_back();
    for (const CallGraph::Site &Site : Version.calls().callsOf(*Callee))
      if (Result.insert(Site.Call->getFunction()).second)
        Work.push_back(Site.Call->getFunction());
  }
  return Result;
}

} // namespace

std::vector<const llvm::Function *> startsOf(const Program &Version, const std::string &Entry) {
  const llvm::Module &M = Version.module();
  Visibility Seen(Version, Entry);
  std::vector<const llvm::Function *> Result;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && (F.getName() == "main" || F.getName() == Entry || Seen.isEntered(F)))
      Result.push_back(&F);
  for (llvm::StringRef List : {"llvm.global_ctors", "llvm.global_dtors"})
    llvm::append_range(Result, startupFunctions(M, List));
  return Result;
}

namespace {

/// By direct calls alone: soon known, but not all.
bool reachesDirectly(const ChangeMap &Map, const llvm::Function &Entry) {
  Functions Seen = {&Entry};
  std::vector<const llvm::Function *> Work = {&Entry};
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    if (Map.hasChange(*F))
      return true;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
        if (const llvm::Function *Callee = Call->getCalledFunction(); Callee && Seen.insert(Callee).second)
          Work.push_back(Callee);
  }
  return false;
}

/// From the entry, or from what is not called by it and runs nevertheless.
bool reaches(const ChangeMap &Map, const Program &Version, const llvm::Function &Entry) {
  Functions Reaching = reachingChanges(Map, ProgramAnalysis(Version));
  std::string Name = Entry.getName().str();
  Visibility Seen(Version, Name);
  return llvm::any_of(startsOf(Version, Name), [&](const llvm::Function *F) {
    bool IsOtherMain = F->getName() == "main" && F != &Entry && !Seen.isEntered(*F);
    return !IsOtherMain && Reaching.contains(F);
  });
}

Verdict equalVerdict() {
  return {Answer::Equal,
          {reason::NoChangeReached, "no changed statement can be executed"},
          {"defined-behaviour", "addresses-are-not-data"}};
}

Verdict undecided(const ChangeMap &Map) {
  if (!Map.obstacles().empty())
    return {Answer::Unknown, {Map.obstacles().front().Code, Map.obstacles().front().Message}, {}};
  return {Answer::Unknown,
          {reason::ChangeReached, "changed statements can be executed, and no proof engine has looked at them"},
          {}};
}

} // namespace

UnreachedJudgement judgeUnreached(const ChangeMap &Map, const ProgramAnalysis &Old, const ProgramAnalysis &New) {
  Functions OldReaching = reachingChanges(Map, Old), NewReaching = reachingChanges(Map, New);
  auto Judge = [&](bool Reached) { return Reached || !Map.obstacles().empty() ? undecided(Map) : equalVerdict(); };
  UnreachedJudgement Result;
  bool Any = false;
  for (const llvm::Function *F : startsOf(Map.oldProgram(), Map.entry()))
    Any |= OldReaching.contains(F);
  for (const llvm::Function *F : startsOf(Map.newProgram(), Map.entry()))
    Any |= NewReaching.contains(F);
  Result.Whole = Judge(Any);
  for (const llvm::Function &F : New.module()) {
    if (F.isDeclaration())
      continue;
    const llvm::Function *Before = Map.counterpart(F);
    Verdict Judged = Judge(!Before || NewReaching.contains(&F) || OldReaching.contains(Before));
    if (!Before)
      Judged.Why = {"added", "only the new version has it"};
    if (Judged.What == Answer::Equal)
      ++Result.EqualFunctions;
    else
      Result.Functions.push_back({sourceName(F), locationOf(F), std::move(Judged)});
  }
  for (const llvm::Function &F : Old.module())
    if (!F.isDeclaration() && !Map.counterpart(F))
      Result.Functions.push_back(
          {sourceName(F), locationOf(F), {Answer::Unknown, {"removed", "only the old version has it"}, {}}});
  return Result;
}

bool isUnreachedFrom(const ChangeMap &Map, const llvm::Function &OldEntry, const llvm::Function &NewEntry) {
  return Map.obstacles().empty() && Map.counterpart(NewEntry) == &OldEntry && !reachesDirectly(Map, OldEntry) &&
         !reachesDirectly(Map, NewEntry) && !reaches(Map, Map.oldProgram(), OldEntry) &&
         !reaches(Map, Map.newProgram(), NewEntry);
}

} // namespace vernier
