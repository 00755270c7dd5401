#include "analysis/DependenceGraph.h"

#include "analysis/DependenceBuilder.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>

namespace vernier {

DependenceGraph::DependenceGraph(
    const llvm::Module &M, const ModRef &Memory,
    const llvm::DenseMap<const llvm::Function *, std::unique_ptr<ControlDependence>> &Control, const Budget &Time) {
  DependenceBuilder(*this, Memory, Control, Time).build(M);
}

llvm::SmallVector<DependenceGraph::Vertex, 4> DependenceGraph::verticesOf(const llvm::Instruction &I) const {
  llvm::SmallVector<Vertex, 4> Result;
  auto Known = InstructionVertex.find(&I);
  if (Known == InstructionVertex.end())
    return Result;
  Result.push_back(Known->second);
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  auto Parts = Call ? CallsOf.find(Call) : CallsOf.end();
  if (Parts == CallsOf.end())
    return Result;
  Result.append(Parts->second.Arguments.begin(), Parts->second.Arguments.end());
  Result.push_back(Parts->second.Result);
  Result.push_back(Parts->second.Returned);
  return Result;
}

DependenceGraph::Vertex DependenceGraph::valueOf(const llvm::Instruction &I) const {
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  auto Parts = Call ? CallsOf.find(Call) : CallsOf.end();
  return Parts == CallsOf.end() ? instructionVertex(I) : Parts->second.Result;
}

DependenceGraph::Vertex DependenceGraph::parameterOf(const llvm::Argument &A) const {
  return FormalsOf.find(A.getParent())->second.Parameters[A.getArgNo()];
}

bool DependenceGraph::hasMemoryDependence(const llvm::Instruction &Write, const llvm::Instruction &Read) const {
  llvm::DenseSet<Vertex> Targets;
  for (Vertex V : verticesOf(Read))
    Targets.insert(V);
  llvm::SmallVector<Vertex, 16> Work = verticesOf(Write);
  llvm::DenseSet<Vertex> Seen;
  while (!Work.empty()) {
    Vertex V = Work.pop_back_val();
    for (const Edge &E : dependents(V)) {
      if (E.Kind != DependenceKind::Memory)
        continue;
      if (Targets.contains(E.Other))
        return true;
      if (kind(E.Other) == VertexKind::Memory && Seen.insert(E.Other).second)
        Work.push_back(E.Other);
    }
  }
  return false;
}

} // namespace vernier
