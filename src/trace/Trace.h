#pragma once

#include "abi/Sites.h"
#include "base/Result.h"
#include "trace/Arena.h"
#include "trace/Check.h"
#include "trace/Decision.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>
#include <string>

namespace vernier {

/// Number of a node in a trace; 0 is none.
using NodeId = std::uint32_t;

/// A function without instrumentation that the run called.
struct ExternalUse {
  std::string Function;
  std::uint32_t Calls = 0;
  std::uint32_t Lost = 0; ///< calls in which something symbolic was taken as it was
};

/// Bytes that reached a descriptor at once; from VernierObserved on, memory that is compared at the end.
struct OutputPiece {
  NodeId Node = 0;
  std::uint32_t Descriptor = 0;
  std::string Bytes;
  std::vector<NodeId> Nodes; ///< of each byte, 0: it depends on nothing
};

/// Values that the engine took as they were.
struct PinnedValue {
  std::uint32_t Reason = 0; ///< VernierPinReason
  std::uint32_t Site = 0;
  std::uint32_t Count = 0;
};

/// A set of nodes that is closed under dependence (docs/design.md#trace), and what it says about the input.
struct TraceSlice {
  llvm::BitVector Nodes;
  std::vector<std::uint32_t> Leaves; ///< of the input, ordered
  std::vector<NodeId> Decisions;     ///< in their order, those without a term too
};

/// What a node depends on, by role: the roles are what two traces are compared by.
enum class EdgeRole : std::uint8_t { A, B, C, Element, Control, Potential };

/// The trace of one run: a dependence graph (docs/design.md#trace). Reading it has checked everything in it. Terms are
/// made on demand, in the store that was given, which both versions share. Not thread safe, like the store.
class Trace {
public:
  std::size_t size() const { return Data.Nodes.size(); }
  const VernierNode &node(NodeId Id) const { return Data.Nodes[Id]; }
  const Site &siteOf(NodeId Id) const { return Build->Sites[node(Id).Site]; }
  /// Its term depends on the input.
  bool isSymbolic(NodeId Id) const { return Checked.Symbolic[Id]; }

  /// What a node with a value computes, over the variables of the leaves. Of a store what it writes.
  Term termOf(NodeId Id);
  /// The symbolic decisions in the order in which they were made. One that no input can decide otherwise is left out.
  const std::vector<Decision> &decisions();
  /// All of them, those too that no input can decide otherwise.
  llvm::ArrayRef<NodeId> decided() const { return Data.Decisions; }
  /// What is wrong with the engine rather than with the run: a decision whose condition no input satisfies, a value
  /// that cannot be known. Complete after decisions(). A run with problems proves nothing.
  const std::vector<std::string> &problems() const { return Problems; }

  /// Everything that the nodes (0 is none) depend on: data, control, potential definitions, and (unless that does not
  /// matter) what could have left before.
  TraceSlice backwardSlice(llvm::ArrayRef<NodeId> Roots, bool WithLeaves = true) const;
  /// Everything that a node depends on directly, except for the chain of leaves (leaves()). Of a chain of potential
  /// definitions the newest entry; its others follow from that.
  void forEachEdge(NodeId Id, llvm::function_ref<void(EdgeRole, NodeId)> Visit) const;
  /// What a lookup may read, or the bytes of an output; 0 where there is no node.
  void forEachElement(NodeId Id, llvm::function_ref<void(NodeId)> Visit) const;
  /// The table of a lookup (its B) or an update (its C).
  TableView table(std::uint32_t Index) const { return TableView(Data.Words, Index); }
  /// Nodes that should have been marked as symbolic (trace/Check.h).
  const std::vector<NodeId> &unmarked() const { return Checked.Unmarked; }
  const Instrumentation &instrumentation() const { return *Build; }
  TermStore &store() const { return *Store; }
  const std::vector<Term> &leafTerms() const { return LeafTerms; }
  /// Nodes of leaves, in order: everything depends on all that are before it.
  const std::vector<NodeId> &leaves() const { return Leaving; }

  const std::vector<OutputPiece> &outputs() const { return Outputs; }
  /// The last state of a descriptor (0 to 2): everything that was written and might have been. 0: nothing.
  NodeId finalOutput(unsigned Descriptor) const { return Data.Header.FinalOutput[Descriptor]; }
  /// The newest branch that could have written something that it did not, as an entry of the chain of those; 0: none.
  NodeId finalPotential() const { return Data.Header.FinalPotential; }
  /// How far the run came, and what ran at its end, depends on these; so does everything that anybody sees of it.
  std::vector<NodeId> endingRoots() const;
  /// All that anybody sees of the run depends on these: outputs, observed memory, status, and its ending.
  std::vector<NodeId> outcomeRoots() const;
  /// The status that the program ended with, or the results of the function; in order.
  const std::vector<NodeId> &statuses() const { return Statuses; }
  NodeId hiddenState() const { return Data.Header.HiddenState; }
  /// The newest branch that could have changed the state of the library and did not, as an entry of its chain.
  NodeId hiddenPotential() const { return HiddenPotential; }
  const std::vector<ExternalUse> &externals() const { return Externals; }
  const std::vector<PinnedValue> &concretisations() const { return Concretisations; }
  llvm::ArrayRef<VernierFinding> findings() const {
    return llvm::ArrayRef(Data.Header.Findings, Data.Header.FindingCount);
  }
  llvm::ArrayRef<std::uint8_t> coverage() const { return Data.Coverage; }
  /// What the run asked of the world. Not checked: functions and texts (surroundingsOf does that).
  llvm::ArrayRef<VernierQuestion> asked() const { return llvm::ArrayRef(Data.Header.Asked, Data.Header.AskedCount); }
  bool askedMore() const { return Data.Header.AskedMore != 0; }
  /// The definition of the program's name, 0: there is none.
  NodeId programName() const { return Data.Header.ProgramName; }
  /// Why tracing stopped before the program did.
  VernierFrozen frozen() const { return static_cast<VernierFrozen>(Data.Header.Frozen); }
  /// Something may depend on decisions that no node leads to: all of them count.
  bool lost() const { return Data.Header.Lost != 0; }
  const Site &frozenAt() const { return Build->Sites[Data.Header.FrozenSite]; }
  bool finished() const { return Data.Header.Finished != 0; }

private:
  friend Result<Trace> readTrace(llvm::ArrayRef<std::uint8_t> Bytes, const Instrumentation &Build, TermStore &Store,
                                 const std::vector<Term> &Leaves);
  friend class TermBuilder;

  Trace(Arena Read, CheckedNodes Checked, const Instrumentation &Build, TermStore &Store, std::vector<Term> Leaves);
  void collect();
  Term takenBy(NodeId Id);
  Term switchTaken(const VernierNode &Node, Term Subject);

  Arena Data;
  CheckedNodes Checked;
  const Instrumentation *Build;
  TermStore *Store;
  std::vector<Term> LeafTerms;
  std::vector<Term> Terms;          ///< of nodes, once they were asked for
  mutable std::vector<NodeId> Ages; ///< of what a node reads, once a slice was asked for
  std::optional<std::vector<Decision>> Taken;
  std::vector<std::string> Problems;
  std::vector<NodeId> Leaving, Statuses;
  NodeId HiddenPotential = 0;
  std::vector<OutputPiece> Outputs;
  std::vector<ExternalUse> Externals;
  std::vector<PinnedValue> Concretisations;
};

/// Reads what a run left. Leaves are the variables of the input space (input/LeafTerms.h), made in the same store. The
/// build and the store must live as long as the trace. An error means that the run destroyed its trace.
Result<Trace> readTrace(llvm::ArrayRef<std::uint8_t> Bytes, const Instrumentation &Build, TermStore &Store,
                        const std::vector<Term> &Leaves);

} // namespace vernier
