#include "analysis/FlowGraph.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

bool returnsTwice(const llvm::CallBase &Call) {
  if (Call.hasFnAttr(llvm::Attribute::ReturnsTwice))
    return true;
  const llvm::Function *F = Call.getCalledFunction();
  const Effect *What = F && F->isDeclaration() ? effectOf(*F) : nullptr;
  return What && What->ReturnsTwice;
}

} // namespace

FlowGraph::FlowGraph(const llvm::Function &F, const CallGraph &Calls) : F(&F) {
  split(Calls);
  link(Calls);
}

void FlowGraph::split(const CallGraph &Calls) {
  for (const llvm::BasicBlock &Block : *F) {
    const llvm::Instruction *First = &Block.front();
    for (const llvm::Instruction &I : Block) {
      NodeOf[&I] = Runs.size();
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      bool Twice = Call && returnsTwice(*Call);
      if (!I.isTerminator() && !Twice && !(Call && Calls.mayNotReturn(*Call)))
        continue;
      Runs.push_back({First, &I, {}, {}});
      if (Twice && !I.isTerminator())
        BehindSetjmp.push_back(Runs.size());
      First = I.getNextNode();
    }
  }
}

void FlowGraph::edge(Node From, Node To) {
  Runs[From].Successors.push_back(To);
  if (To == exit())
    IntoExit.push_back(From);
  else
    Runs[To].Predecessors.push_back(From);
}

void FlowGraph::link(const CallGraph &Calls) {
  for (Node N = 0; N != Runs.size(); ++N) {
    const llvm::Instruction &Last = *Runs[N].Last;
    const auto *Call = llvm::dyn_cast<llvm::CallBase>(&Last);
    if (Last.isTerminator())
      for (const llvm::BasicBlock *Next : llvm::successors(&Last))
        edge(N, NodeOf.lookup(&Next->front()));
    else if (!Calls.neverReturns(*Call))
      edge(N, N + 1);
    bool Ends = Last.isTerminator() && Last.getNumSuccessors() == 0;
    if (Ends || (Call && Calls.mayNotReturn(*Call)))
      edge(N, exit());
    if (Call && Calls.mayJump(*Call))
      for (Node Behind : BehindSetjmp)
        edge(N, Behind);
  }
}

} // namespace vernier
