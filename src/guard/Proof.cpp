#include "guard/Proof.h"

#include "bitcode/Locations.h"
#include "input/Assume.h"
#include "input/Expression.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// What a function mentions, and what that mentions: it can call nothing else, but through pointers that it is given.
std::set<const llvm::Function *> reachedFrom(const llvm::Function &Root) {
  std::set<const llvm::Function *> Reached;
  std::set<const llvm::Constant *> Seen;
  std::vector<const llvm::Constant *> Open{&Root};
  while (!Open.empty()) {
    const llvm::Constant *Next = Open.back();
    Open.pop_back();
    if (!Seen.insert(Next).second)
      continue;
    if (auto *F = llvm::dyn_cast<llvm::Function>(Next)) {
      Reached.insert(F);
      for (const llvm::Instruction &I : llvm::instructions(*F))
        for (const llvm::Use &Operand : I.operands())
          if (auto *C = llvm::dyn_cast<llvm::Constant>(Operand.get()))
            Open.push_back(C);
      continue;
    }
    for (const llvm::Use &Part : Next->operands())
      if (auto *C = llvm::dyn_cast<llvm::Constant>(Part.get()))
        Open.push_back(C);
  }
  return Reached;
}

/// The inputs of a function with pointers that may be null, as far as the space can say that.
Result<InputSpace> generalSpace(const Program &Version, InputOptions &Wanted) {
  auto Usual = inputSpace(Version, Version, Wanted);
  if (!Usual || Usual->WholeProgram)
    return Usual;
  for (const InputObject &Object : Usual->Objects) {
    if (Object.Reference || Object.Owned || Object.Carrier || Object.NullLeaf)
      continue;
    InputOptions More = Wanted;
    More.Nullable.push_back(Object.Name);
    if (inputSpace(Version, Version, More))
      Wanted = std::move(More);
  }
  return inputSpace(Version, Version, Wanted);
}

class RootFinder {
public:
  RootFinder(const ChangeMap &Map, const InputOptions &Input, std::vector<std::string> &Notes)
      : Map(Map), Input(Input), Notes(Notes) {}

  std::vector<ProofRoot> run(const MonitoredScope &Scope) {
    bool All = true;
    for (const llvm::Function *F : Scope.Roots)
      All &= add(*F);
    if (!All)
      for (const llvm::Function *F : Scope.Changed)
        if (!llvm::is_contained(Scope.Roots, F))
          add(*F);
    return std::move(Roots);
  }

private:
  /// False: nothing starts there.
  bool add(const llvm::Function &F) {
    const llvm::Function &Other = *Map.counterpart(F);
    ProofRoot Root;
    Root.Name = sourceName(F);
    bool IsEntry = Input.Entry == F.getName() || Input.Entry == Root.Name;
    InputOptions Wanted = IsEntry ? Input : InputOptions();
    Wanted.AllGlobalsSymbolic |= F.getName() != "main";
    Root.BaseInput = Root.UpgradeInput = Wanted;
    Root.BaseInput.Entry = F.getName().str();
    Root.UpgradeInput.Entry = Other.getName().str();
    auto Base = generalSpace(Map.oldProgram(), Root.BaseInput),
         Upgrade = generalSpace(Map.newProgram(), Root.UpgradeInput);
    if (!Base || !Upgrade) {
      Notes.push_back("nothing starts at '" + Root.Name + "': " + (Base ? Upgrade : Base).error().Message);
      return false;
    }
    if (Base->WholeProgram && Base->Leaves.empty())
      return false; // main without input is one execution
    Root.Base = std::move(*Base);
    Root.Upgrade = std::move(*Upgrade);
    Root.BaseReach = reachedFrom(F);
    Root.UpgradeReach = reachedFrom(Other);
    Roots.push_back(std::move(Root));
    return true;
  }

  const ChangeMap &Map;
  const InputOptions &Input;
  std::vector<std::string> &Notes;
  std::vector<ProofRoot> Roots;
};

void addAssumption(std::vector<std::string> &To, const std::string &Code) {
  if (!llvm::is_contained(To, Code))
    To.push_back(Code);
}

void join(RootVerdict &Known, AssertionVerdict Found, std::size_t Root, bool BoundedInputs) {
  using Status = AssertionVerdict::Status;
  using Answer = RootVerdict::Answer;
  switch (Found.What) {
  case Status::Refuted:
    Known.What = Answer::Refuted;
    Known.Against.push_back({Root, std::move(*Found.Counterexample)});
    return;
  case Status::Unknown:
    if (Known.What != Answer::Refuted) {
      Known.What = Answer::Unknown;
      Known.Why = Found.Why.Code.empty() ? Reason{"bound", "no run within the bound comes to it", {}} : Found.Why;
    }
    return;
  case Status::Unreached:
    return; // says nothing beside other roots
  case Status::Proved:
  case Status::ProvedUpToBound:
    break;
  }
  if (Known.What == Answer::Refuted || Known.What == Answer::Unknown)
    return;
  PropertyExtent Extent =
      Found.What == Status::Proved && !BoundedInputs ? PropertyExtent::Unbounded : PropertyExtent::UpToBound;
  Known.Extent = Known.What == Answer::Proved ? std::min(Known.Extent, Extent) : Extent;
  Known.What = Answer::Proved;
}

} // namespace

std::vector<ProofRoot> proofRoots(const ChangeMap &Map, const MonitoredScope &Scope, const InputOptions &Input,
                                  std::vector<std::string> &Notes) {
  return RootFinder(Map, Input, Notes).run(Scope);
}

std::vector<RootVerdict> proveProperties(const Program &Version, Side Which, const PointPlan &Plan,
                                         const std::vector<ProofRoot> &Roots, const GuardOptions &Options,
                                         const Budget &Time, std::vector<std::string> &Assumptions) {
  std::vector<RootVerdict> Result(Plan.Chosen.size());
  std::vector<bool> Asked(Plan.Chosen.size());
  for (RootVerdict &Each : Result)
    Each.What = RootVerdict::Answer::Unreachable;
  for (std::size_t Number = 0; Number != Roots.size(); ++Number) {
    const ProofRoot &Root = Roots[Number];
    PointPlan Own{Plan.Points, Plan.Properties, {}};
    std::vector<std::size_t> Positions;
    for (std::size_t I = 0; I != Plan.Chosen.size(); ++I)
      if (Root.reaches(Plan.Points[Plan.Properties[Plan.Chosen[I]].Point].function(Which), Which)) {
        Own.Chosen.push_back(Plan.Chosen[I]);
        Positions.push_back(I);
      }
    if (Positions.empty())
      continue;
    auto Woven = monitoredProgram(Version, Which, Own, PointAction::Assert);
    auto Assumed = assumptionsOf(Root.space(Which));
    BoundedOptions Limits;
    Limits.QueryTime = Options.QueryTime;
    Limits.Time = Time.left().value_or(Options.Time) / static_cast<int>(Roots.size() - Number);
    if (Assumed && !Assumed->empty())
      Limits.Assume = [&](TermStore &Store, const std::vector<Term> &Leaves) {
        return allHold(Store, *Assumed, Leaves);
      };
    std::vector<AssertionVerdict> Verdicts;
    if (Woven && Assumed)
      Verdicts = proveAssertions(*Woven, Root.space(Which), Limits, Options.Bound);
    bool BoundedInputs =
        llvm::is_contained(Root.space(Which).Assumptions, "bounded-lengths") || Root.space(Which).WholeProgram;
    std::set<std::size_t> Answered;
    for (AssertionVerdict &Each : Verdicts) {
      std::size_t At = 0;
      if (llvm::StringRef(Each.Name).getAsInteger(10, At) || At >= Positions.size())
        continue;
      Answered.insert(At);
      if (Each.AssumesDefined)
        addAssumption(Assumptions, "defined-behaviour");
      join(Result[Positions[At]], std::move(Each), Number, BoundedInputs);
      Asked[Positions[At]] = true;
    }
    for (std::size_t At = 0; At != Positions.size(); ++At)
      if (!Answered.contains(At)) {
        join(Result[Positions[At]],
             {AssertionVerdict::Status::Unknown,
              "",
              {"entry",
               "nothing can be proved from '" + Root.Name + "'" +
                   (Verdicts.empty() ? "" : ": " + Verdicts.front().Why.Message),
               {}},
              std::nullopt},
             Number, BoundedInputs);
        Asked[Positions[At]] = true;
      }
    for (const std::string &Code : Root.space(Which).Assumptions)
      addAssumption(Assumptions, Code);
  }
  for (std::size_t I = 0; I != Result.size(); ++I)
    if (!Asked[I]) {
      Result[I].What = RootVerdict::Answer::Unknown;
      Result[I].Why = {"entry", "no start of a proof comes to it", {}};
    }
  return Result;
}

} // namespace vernier
