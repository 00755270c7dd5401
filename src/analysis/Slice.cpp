#include "analysis/Slice.h"

#include "bitcode/Locations.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace {

/// Which edges lead out of a function to its callers, which into its callees, seen in the direction of the walk.
bool leadsUp(DependenceKind Kind, SliceDirection Direction) {
  bool Out = Kind == DependenceKind::ParameterOut;
  bool In = Kind == DependenceKind::ParameterIn || Kind == DependenceKind::Call;
  return Direction == SliceDirection::Forward ? Out : In;
}

bool leadsDown(DependenceKind Kind, SliceDirection Direction) {
  bool Out = Kind == DependenceKind::ParameterOut;
  bool In = Kind == DependenceKind::ParameterIn || Kind == DependenceKind::Call;
  return Direction == SliceDirection::Forward ? In : Out;
}

/// A jump that only passes control on is part of no slice unless asked for: it decides nothing.
bool onlyPassesOn(const llvm::Instruction &I) {
  const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I);
  return Branch && Branch->isUnconditional();
}

} // namespace

Slice::Slice(const DependenceGraph &Graph, llvm::ArrayRef<const llvm::Instruction *> Criterion,
             SliceDirection Direction) {
  using Vertex = DependenceGraph::Vertex;
  // A vertex that may still be left towards the callers (phase 1), or one in a callee that must not (phase 2). Phase 1
  // includes 2.
  enum Phase : std::uint8_t { Unseen = 0, Below = 1, Free = 2 };
  std::vector<std::uint8_t> Seen(Graph.size(), Unseen);
  std::vector<std::pair<Vertex, Phase>> Work;
  auto Add = [&](Vertex V, Phase P) {
    // Memory that functions share has no context.
    if (Graph.kind(V) == DependenceGraph::VertexKind::Memory)
      P = Free;
    if (Seen[V] >= P)
      return;
    Seen[V] = P;
    Work.push_back({V, P});
  };
  for (const llvm::Instruction *I : Criterion)
    for (Vertex V : Graph.verticesOf(*I))
      Add(V, Free);
  while (!Work.empty()) {
    auto [V, P] = Work.back();
    Work.pop_back();
    if (Seen[V] > P)
      continue;
    auto Edges = Direction == SliceDirection::Forward ? Graph.dependents(V) : Graph.dependencies(V);
    for (const DependenceGraph::Edge &E : Edges) {
      if (leadsDown(E.Kind, Direction))
        Add(E.Other, Below);
      else if (!leadsUp(E.Kind, Direction) || P == Free)
        Add(E.Other, P);
    }
  }
  for (Vertex V = 0; V != Graph.size(); ++V)
    if (const llvm::Instruction *I = Seen[V] ? Graph.instruction(V) : nullptr; I && !onlyPassesOn(*I))
      Instructions.insert(I);
  for (const llvm::Instruction *I : Criterion)
    if (!hasNoMeaning(*I))
      Instructions.insert(I);
}

std::set<SourceLine> Slice::lines() const {
  std::set<SourceLine> Result;
  for (const llvm::Instruction *I : Instructions)
    if (auto Where = locationOf(*I))
      Result.insert({Where->File, Where->Line});
  return Result;
}

std::vector<const llvm::Instruction *> instructionsAt(const llvm::Module &M, const std::string &FileName,
                                                      unsigned Line) {
  std::vector<const llvm::Instruction *> Result;
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      if (!I.getDebugLoc() || I.getDebugLoc().getLine() != Line)
        continue;
      auto Where = locationOf(I);
      if (Where && (Where->File == FileName || llvm::sys::path::filename(Where->File) == FileName))
        Result.push_back(&I);
    }
  return Result;
}

} // namespace vernier
