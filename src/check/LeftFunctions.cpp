#include "check/LeftFunctions.h"

#include "analysis/Effects.h"
#include "bitcode/Locations.h"
#include "check/Composition.h"
#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <set>

namespace vernier {

namespace {

/// A library function that calls it during the call, and does not keep it.
bool isCalledBackAtOnce(const llvm::CallBase &Call, unsigned Argument) {
  const llvm::Function *Callee = Call.getCalledFunction();
  const Effect *Known = Callee && Callee->isDeclaration() ? libraryEffect(Callee->getName()) : nullptr;
  return Known && llvm::any_of(Known->Callbacks,
                               [&](const Effect::Callback &Back) { return Back.Argument == Argument && !Back.Async; });
}

/// Code among what is mentioned may store or return its address.
bool mayBeLeft(const llvm::Function &F, const Mentioned &Code) {
  return llvm::any_of(F.uses(), [&](const llvm::Use &Use) {
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(Use.getUser()))
      return !Call->isCallee(&Use) && Code.Functions.contains(Call->getFunction()) &&
             !(Call->isArgOperand(&Use) && isCalledBackAtOnce(*Call, Call->getArgOperandNo(&Use)));
    if (const auto *I = llvm::dyn_cast<llvm::Instruction>(Use.getUser()))
      return Code.Functions.contains(I->getFunction()) && !llvm::isa<llvm::ICmpInst>(I);
    return true; // in an initialiser
  });
}

bool reachesChange(const ChangeMap &Map, const llvm::Function &F) {
  Mentioned Code;
  Code.add(F);
  return llvm::any_of(Code.Functions, [&](const llvm::Function *Other) { return Map.hasChange(*Other); });
}

std::set<std::string> leftFunctions(const ChangeMap &Map, const llvm::Function &Entry) {
  Mentioned Code;
  Code.add(Entry);
  std::set<std::string> Names;
  for (const llvm::Function *F : Code.Functions)
    if (F != &Entry && !F->isDeclaration() && mayBeLeft(*F, Code) && reachesChange(Map, *F))
      Names.insert(sourceName(*F));
  return Names;
}

} // namespace

void nameLeftFunctions(const ChangeMap &Map, VerifyResult &Into) {
  if (Into.Space.WholeProgram)
    return;
  std::set<std::string> Names;
  auto OldEntry = findEntry(Map.oldProgram(), Into.Space.OldEntry),
       NewEntry = findEntry(Map.newProgram(), Into.Space.NewEntry);
  for (const auto *Entry : {&OldEntry, &NewEntry})
    if (*Entry)
      Names.merge(leftFunctions(Map, ***Entry));
  if (Names.empty())
    return;
  std::string Code = "left-functions: " + llvm::join(Names, ", ");
  auto Add = [&](std::vector<std::string> &To) {
    if (!llvm::is_contained(To, Code))
      To.push_back(Code);
  };
  Add(Into.Judged.Assumptions);
  for (VerifiedPartition &Part : Into.Partitions)
    if (Part.What == Answer::Equal)
      Add(Part.Assumptions);
}

} // namespace vernier
