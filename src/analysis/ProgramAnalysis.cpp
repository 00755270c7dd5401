#include "analysis/ProgramAnalysis.h"

#include <llvm/IR/Instructions.h>

namespace vernier {

const PointsTo &ProgramAnalysis::pointers() const {
  if (!Pointers)
    Pointers = std::make_unique<PointsTo>(M, Options);
  return *Pointers;
}

const CallGraph &ProgramAnalysis::calls() const {
  if (!Calls)
    Calls = std::make_unique<CallGraph>(M, pointers());
  return *Calls;
}

const ModRef &ProgramAnalysis::modRef() const {
  if (!Memory)
    Memory = std::make_unique<ModRef>(M, pointers(), calls());
  return *Memory;
}

const Distance::ControlMap &ProgramAnalysis::controlOfAll() const {
  if (ControlDone)
    return Control;
  for (const llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    Flows.push_back(std::make_unique<FlowGraph>(F, calls()));
    After.push_back(std::make_unique<PostDominators>(*Flows.back()));
    Control[&F] = std::make_unique<ControlDependence>(*After.back());
  }
  ControlDone = true;
  return Control;
}

const ControlDependence &ProgramAnalysis::control(const llvm::Function &F) const {
  auto Known = controlOfAll().find(&F);
  assert(Known != Control.end() && "only defined functions have control flow");
  return *Known->second;
}

const DependenceGraph &ProgramAnalysis::dependences() const {
  if (!Dependences)
    Dependences = std::make_unique<DependenceGraph>(M, modRef(), controlOfAll(), Options.Time);
  return *Dependences;
}

Slice ProgramAnalysis::affectedBy(llvm::ArrayRef<const llvm::Instruction *> Changed) const {
  std::vector<const llvm::Instruction *> Criterion(Changed.begin(), Changed.end());
  for (const llvm::Instruction *I : Changed) {
    const auto *Jump = llvm::dyn_cast<llvm::BranchInst>(I);
    if (!Jump || Jump->isConditional())
      continue;
    const PostDominators &After = postDominators(*I->getFunction());
    const FlowGraph &Flow = After.flow();
    // As if the jump were a branch whose other side led out of the function.
    for (FlowGraph::Node N = Flow.nodeOf(Jump->getSuccessor(0)->front()); N != Flow.exit(); N = After.immediate(N))
      for (const llvm::Instruction *Touched = Flow.runs()[N].First; Touched; Touched = Touched->getNextNode()) {
        Criterion.push_back(Touched);
        if (Touched == Flow.runs()[N].Last)
          break;
      }
  }
  return forwardSlice(Criterion);
}

} // namespace vernier
