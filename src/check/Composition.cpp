#include "check/Composition.h"

#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>

namespace vernier {

Composition::Composition(const ChangeMap &Map, const CallGraph &Calls) : Map(Map), Calls(Calls) {
  for (const llvm::Function &F : Map.newProgram().module()) {
    const llvm::Function *Before = Map.counterpart(F);
    if (Before && !F.isDeclaration() && !Before->isDeclaration() && (Map.hasChange(F) || Map.hasChange(*Before)))
      Changed.insert(&F);
  }
}

/// "Any value, but the same in both versions" is true of a global only if it also starts alike: then every function
/// keeps it so. One with another initialiser has no counterpart in the map.
bool Composition::startsAlike(const InputSpace &Space) const {
  return llvm::all_of(Space.Globals, [&](const auto &Each) {
    const llvm::GlobalVariable *InOld = Map.oldProgram().module().getGlobalVariable(Each.first, true);
    const llvm::GlobalVariable *InNew = Map.newProgram().module().getGlobalVariable(Each.first, true);
    return !Map.startupDiffers() && InOld && InNew && Map.counterpart(*InNew) == InOld;
  });
}

/// Equal normal forms, and loops that go together, do the same undefined things, whoever calls; a proof that leaves
/// callees closed need not.
static bool dependsOnCallers(const Verdict &Judged, llvm::StringRef Assumption) {
  return Assumption != assumption::CompilerTransformations &&
         !(Assumption == assumption::DefinedBehaviour &&
           (Judged.Why.Code == reason::NormalForm || Judged.Why.Code == reason::Induction));
}

bool Composition::holdsForAllCallers(const Verdict &Judged, const InputSpace &Space) const {
  return Judged.What == Answer::Equal && Judged.Reach == Extent::Complete &&
         llvm::none_of(Judged.Assumptions, [&](const std::string &Code) { return dependsOnCallers(Judged, Code); }) &&
         startsAlike(Space);
}

void Composition::addProved(const llvm::Function &InNew, const std::vector<std::string> &Assuming) {
  Proved.insert(&InNew);
  Open.reset();
  for (const std::string &Code : Assuming)
    if (!llvm::is_contained(Assumptions, Code))
      Assumptions.push_back(Code);
}

void Composition::forgetProofs() {
  Proved.clear();
  Open.reset();
  Assumptions.clear();
}

std::set<const llvm::Function *> Composition::open() const {
  std::set<const llvm::Function *> Result;
  std::vector<const llvm::Function *> Work;
  auto Add = [&](const llvm::Function &F) {
    if (!Proved.contains(&F) && Result.insert(&F).second)
      Work.push_back(&F);
  };
  for (const llvm::Function &F : Map.newProgram().module())
    if (const llvm::Function *Before = F.isDeclaration() ? nullptr : Map.counterpart(F);
        !F.isDeclaration() && (!Before || Map.hasChange(F) || Map.hasChange(*Before)))
      Add(F);
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    for (const CallGraph::Site &Site : Calls.callsOf(*F))
      Add(*Site.Call->getFunction());
  }
  return Result;
}

bool Composition::followsFromCallees(const llvm::Function &InNew) const {
  if (!Map.obstacles().empty() || (InNew.getName() == "main" && Map.startupDiffers()))
    return false;
  if (!Open)
    Open = open();
  return !Open->contains(&InNew);
}

std::optional<Reason> Composition::whyNotTheProgram() const {
  if (!Map.obstacles().empty())
    return Reason{Map.obstacles().front().Code, Map.obstacles().front().Message, {}};
  if (Map.startupDiffers())
    return Reason{"startup", "other functions run before or after main, or in another order", {}};
  bool AllProved = llvm::all_of(Changed, [&](const llvm::Function *F) { return Proved.contains(F); });
  if (Changed.empty() || !AllProved)
    return Reason{
        reason::ChangeReached, "changed statements can be executed, and not all of them are proved equal", {}};
  return std::nullopt;
}

} // namespace vernier
