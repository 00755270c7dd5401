#include "bitcode/Settings.h"
#include "bitcode/Startup.h"
#include "changes/Alignment.h"
#include "changes/ChangeMap.h"
#include "changes/Pairing.h"
#include "changes/Validator.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

/// An operand that the other side has too, or whose absence shows: an instruction that is changed on one side at least.
bool operandsAgree(const ChangeMap &Map, const llvm::Value *A, const llvm::Value *B) {
  const auto *X = llvm::dyn_cast<llvm::Instruction>(A), *Y = llvm::dyn_cast<llvm::Instruction>(B);
  if (!X || !Y)
    return (X && Map.isChanged(*X)) || (Y && Map.isChanged(*Y)) || (!X && !Y);
  return Map.counterpart(*X) == Y || Map.isChanged(*X) || Map.isChanged(*Y);
}

/// Takes back matches whose operands are matched to something else, wherever they are; the validator only looks where
/// both programs can get in lock step.
void dropInconsistentMatches(ChangeMap &Map, const llvm::Function &Old) {
  for (bool Again = true; Again;) {
    Again = false;
    for (const llvm::Instruction &I : llvm::instructions(Old)) {
      const llvm::Instruction *Other = Map.counterpart(I);
      if (!Other || isTransparent(I) || llvm::isa<llvm::PHINode>(I) || I.getNumOperands() != Other->getNumOperands())
        continue;
      for (unsigned K = 0; K < I.getNumOperands(); ++K)
        if (!operandsAgree(Map, I.getOperand(K), Other->getOperand(K))) {
          Map.unmatch(I);
          Again = true;
          break;
        }
    }
  }
}

/// The edge of a path that stands for all of it: the last one before other ways join, so that only those who come this
/// way are said to execute a change.
ChangeMap::Edge significantEdge(const std::vector<ChangeMap::Edge> &Path) {
  std::size_t At = 0;
  while (At + 1 < Path.size() && Path[At].second->hasNPredecessors(1))
    ++At;
  return Path[At];
}

/// Makes changed what the validator objects to: the edges by which the two sides came to different places, else the
/// instructions.
void yieldTo(const Violation &V, ChangeMap &Map) {
  for (const auto *Path : {&V.OldPath, &V.NewPath})
    if (!Path->empty()) {
      auto [From, To] = significantEdge(*Path);
      Map.addChangedEdge(*From, *To);
    }
  if (!V.OldPath.empty() || !V.NewPath.empty())
    return;
  if (V.Old)
    Map.unmatch(*V.Old);
  if (V.New)
    Map.unmatch(*V.New);
}

void repair(ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New) {
  // Each round takes something out of a finite map.
  for (auto Found = validateFunctions(Map, Old, New); !Found.empty(); Found = validateFunctions(Map, Old, New))
    for (const Violation &V : Found)
      yieldTo(V, Map);
}

const llvm::Instruction *firstMeaningful(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (!isTransparent(I))
      return &I;
  return nullptr;
}

/// Lets every function that runs before or after main begin with a change, where the lists of them differ.
void changeStartup(ChangeMap &Map, llvm::StringRef List) {
  for (const Program *Version : {&Map.oldProgram(), &Map.newProgram()})
    for (const llvm::Function *F : startupFunctions(Version->module(), List))
      if (const llvm::Instruction *First = firstMeaningful(*F))
        Map.unmatch(*First);
}

void addObstacles(ChangeMap &Map) {
  const Program &Old = Map.oldProgram(), &New = Map.newProgram();
  if (Old.module().getDataLayout() != New.module().getDataLayout() ||
      Old.module().getTargetTriple() != New.module().getTargetTriple())
    Map.addObstacle("target", "the versions are built for different targets");
  if (Old.module().getModuleInlineAsm() != New.module().getModuleInlineAsm())
    Map.addObstacle("module-assembly", "assembly outside of functions differs");
  if (auto Differs = linkDifference(Old.Link, New.Link))
    Map.addObstacle(std::move(Differs->Code), std::move(Differs->Message));
  if (Old.Facts && New.Facts)
    for (SettingDifference &Each : settingDifferences(*Old.Facts, *New.Facts))
      Map.addObstacle(std::move(Each.Code), std::move(Each.Message));
  auto Defines = [](const Program &Version) {
    const llvm::Function *Main = Version.module().getFunction("main");
    return Main && !Main->isDeclaration();
  };
  if (Defines(Old) != Defines(New))
    Map.addObstacle("entry", std::string("only the ") + (Defines(Old) ? "old" : "new") + " version has a 'main'");
}

} // namespace

ChangeMap computeChangeMap(const Program &Old, const Program &New, std::string Entry) {
  ChangeMap Map(Old, New, std::move(Entry));
  addObstacles(Map);
  pairFunctions(Map);
  pairGlobals(Map);
  while (pairRenamedFunctions(Map)) // a renamed function makes its callers more alike
    ;
  pairGlobals(Map); // static locals of renamed functions, tables that mention them

  SourceText OldText(Old), NewText(New);
  std::vector<std::pair<const llvm::Function *, const llvm::Function *>> Defined;
  for (const llvm::Function &F : Old.module())
    if (const llvm::Function *Other = Map.counterpart(F); Other && !F.isDeclaration())
      Defined.emplace_back(&F, Other);
  for (auto [F, Other] : Defined) {
    alignFunctions(Map, *F, *Other, OldText, NewText);
    dropInconsistentMatches(Map, *F);
  }
  for (const Violation &V : validateSurroundings(Map)) {
    if (llvm::StringRef(V.What).starts_with("llvm.global_")) {
      changeStartup(Map, llvm::StringRef(V.What).split(' ').first);
      Map.setStartupDiffers();
    }
  }
  for (auto [F, Other] : Defined)
    repair(Map, *F, *Other);
  std::vector<Violation> Left = validateSurroundings(Map);
  for (const Violation &V : Left)
    Map.addObstacle(V.Code.empty() ? "surroundings" : V.Code, V.What);
  return Map;
}

} // namespace vernier
