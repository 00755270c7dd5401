#pragma once

#include "analysis/ControlDependence.h"
#include "analysis/ModRef.h"
#include "base/Budget.h"

#include <llvm/ADT/ArrayRef.h>

#include <map>
#include <memory>
#include <vector>

namespace vernier {

enum class DependenceKind : std::uint8_t {
  Data,         ///< an operand
  Memory,       ///< through memory, also to and from memory vertices
  Control,      ///< decides whether it is executed
  Call,         ///< from a call to the entry of a callee
  ParameterIn,  ///< from an actual to a formal parameter
  ParameterOut, ///< from the end of a callee to the call: the result, or whether it returned
  Summary,      ///< from an actual parameter to the result of the same call, through the callee
};

/// The dependences of a whole program. An edge leads from what is depended on to what depends on it.
///
/// An instruction is one vertex, except for calls of defined functions, which have one for being executed, one for each
/// argument, one for the result, and one for having returned (code behind a call that may not return depends on that).
/// Memory is followed from writes to reads directly where reaching definitions within a function tell; what goes
/// through other functions meets in one vertex for each cell, without regard to order or context.
class DependenceGraph {
public:
  using Vertex = unsigned;
  enum class VertexKind : std::uint8_t {
    Instruction, ///< for calls: being executed, and what a library function does
    Argument,    ///< the actual parameter of a call
    Result,      ///< the value of a call
    Returned,    ///< a call came back
    Parameter,   ///< a formal parameter
    Return,      ///< the value that a function returns
    Leave,       ///< whether a function comes back
    Entry,       ///< a function is entered
    Memory,      ///< a cell, a set of cells
  };
  struct Edge {
    Vertex Other;
    DependenceKind Kind;
  };

  DependenceGraph(const llvm::Module &M, const ModRef &Memory,
                  const llvm::DenseMap<const llvm::Function *, std::unique_ptr<ControlDependence>> &Control,
                  const Budget &Time = {});

  /// Time: it was used up, or there were too many edges to go on; dependences are missing then.
  StopReason stopped() const { return Stopped; }

  std::size_t size() const { return Kinds.size(); }
  std::size_t edgeCount() const { return EdgeTotal; }
  VertexKind kind(Vertex V) const { return Kinds[V]; }
  /// The instruction that the vertex belongs to; null for memory and the formal parts of functions.
  const llvm::Instruction *instruction(Vertex V) const { return Sites[V]; }

  llvm::ArrayRef<Edge> dependents(Vertex V) const { return slice(Out, OutBegin, V); }
  llvm::ArrayRef<Edge> dependencies(Vertex V) const { return slice(In, InBegin, V); }

  /// All vertices of an instruction; empty for instructions without meaning.
  llvm::SmallVector<Vertex, 4> verticesOf(const llvm::Instruction &I) const;
  /// The vertex of the value that the instruction computes.
  Vertex valueOf(const llvm::Instruction &I) const;
  Vertex instructionVertex(const llvm::Instruction &I) const { return InstructionVertex.lookup(&I); }
  Vertex entryOf(const llvm::Function &F) const { return FormalsOf.find(&F)->second.Entry; }
  Vertex parameterOf(const llvm::Argument &A) const;

  /// The read may see what the write wrote: by a direct edge, or through memory vertices only.
  bool hasMemoryDependence(const llvm::Instruction &Write, const llvm::Instruction &Read) const;

private:
  friend class DependenceBuilder;
  struct CallVertices {
    std::vector<Vertex> Arguments;
    Vertex Result = 0;
    Vertex Returned = 0;
  };
  struct FormalVertices {
    Vertex Entry = 0;
    Vertex Return = 0;
    Vertex Leave = 0;
    std::vector<Vertex> Parameters;
  };
  static llvm::ArrayRef<Edge> slice(const std::vector<Edge> &Edges, const std::vector<unsigned> &Begin, Vertex V) {
    return llvm::ArrayRef<Edge>(Edges.data() + Begin[V], Edges.data() + Begin[V + 1]);
  }

  std::vector<VertexKind> Kinds;
  std::vector<const llvm::Instruction *> Sites;
  std::vector<Edge> Out, In;
  std::vector<unsigned> OutBegin, InBegin;
  std::size_t EdgeTotal = 0;
  StopReason Stopped = StopReason::None;
  llvm::DenseMap<const llvm::Instruction *, Vertex> InstructionVertex;
  llvm::DenseMap<const llvm::CallBase *, CallVertices> CallsOf; ///< calls of defined functions only
  llvm::DenseMap<const llvm::Function *, FormalVertices> FormalsOf;
};

} // namespace vernier
