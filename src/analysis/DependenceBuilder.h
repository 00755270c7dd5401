#pragma once

#include "analysis/DependenceGraph.h"

namespace vernier {

/// Collects the vertices and edges of a DependenceGraph.
class DependenceBuilder {
public:
  using Vertex = DependenceGraph::Vertex;
  using ControlMap = llvm::DenseMap<const llvm::Function *, std::unique_ptr<ControlDependence>>;

  DependenceBuilder(DependenceGraph &Graph, const ModRef &Memory, const ControlMap &Control, const Budget &Time);

  void build(const llvm::Module &M);

private:
  bool isOver();

  struct Pending {
    Vertex From;
    Vertex To;
    DependenceKind Kind;
  };

  Vertex make(DependenceGraph::VertexKind Kind, const llvm::Instruction *Site);
  void edge(Vertex From, Vertex To, DependenceKind Kind) { Edges.push_back({From, To, Kind}); }
  void makeVertices(const llvm::Function &F);
  void operands(const llvm::Instruction &I);
  void operand(const llvm::Value &V, Vertex User);
  void control(const llvm::Function &F);
  void calls(const llvm::Function &F);
  void call(const CallGraph::Site &Site);
  void memoryHubs();
  void memory(const llvm::Function &F);
  void writes(const llvm::Instruction &I);
  void reads(const llvm::Instruction &I);
  void variableArguments(const llvm::CallBase &Call);
  Vertex cell(CellId Cell);
  Vertex setOf(const CellSet &Cells, bool Written);
  Vertex returned(const llvm::CallBase &Call) const;
  void summaries(const llvm::Module &M);
  void seal();

  DependenceGraph &Graph;
  const ModRef &Memory;
  const Budget &Time;
  const PointsTo &Pointers;
  const CallGraph &Calls;
  const ControlMap &Control;
  std::vector<Pending> Edges;
  std::vector<Vertex> CellVertex; ///< 0: none yet
  std::map<std::pair<bool, std::vector<CellId>>, Vertex> SetVertex;
  Vertex EscapedIn = 0;  ///< written through pointers to anywhere
  Vertex EscapedOut = 0; ///< read through pointers to anywhere
};

} // namespace vernier
