#pragma once

#include "analysis/Objects.h"

#include <llvm/ADT/DenseSet.h>

#include <deque>
#include <functional>
#include <vector>

namespace vernier {

/// The inclusion constraints of Andersen's analysis and their least solution. A node is a set of cells: what a value
/// may point to, or which pointers a cell may hold. Integers are nodes like pointers, so that pointers survive any
/// cast.
///
/// Unknown code is not enumerated: cell 0 in a set means "or into any escaped object" (and is expanded when asked). An
/// escaped object may hold such pointers, and all pointers in it escape. So whatever the program stores into it, what
/// it holds is "anywhere escaped" and nothing else: one node stands for the contents of all escaped objects, and for
/// every other node that holds the unknown cell and escapes. Sets with the unknown cell do not list escaped cells that
/// they get later.
class PointsToSolver {
public:
  using Node = unsigned;
  /// Called for each function cell (or the unknown cell) that a watched node turns out to contain.
  using Callee = std::function<void(CellId)>;

  explicit PointsToSolver(Objects &Memory);

  Node make();
  /// What a cell holds.
  Node contentOf(CellId Cell);
  /// What it holds escapes.
  Node escaped() const { return EscapedNode; }

  void add(Node To, CellId Cell);
  void copy(Node From, Node To);
  void move(Node From, Node To, const PointerStep &Step);
  /// To points anywhere into the objects that From points to.
  void into(Node From, Node To);
  /// Size 0: the whole object.
  void load(Node Pointer, Node To, std::uint64_t Size);
  void store(Node From, Node Pointer, std::uint64_t Size);
  /// Size 0: unknown.
  void copyMemory(Node To, Node From, std::uint64_t Size);
  void whenCode(Node Pointer, Callee Then);
  /// Called once for each object that escapes.
  void whenEscaped(std::function<void(ObjectId)> Then) { OnEscape = std::move(Then); }

  void solve();

  const CellSet &cells(Node N) const { return Nodes[find(N)].Cells; }
  const CellSet &contents(CellId Cell) const;
  bool hasEscaped(ObjectId Object) const {
    return Object == Objects::UnknownObject || (Object < Escaped.size() && Escaped[Object]);
  }
  const CellSet &escapedCells() const { return cells(EscapedNode); }
  std::size_t nodeCount() const { return Nodes.size(); }

private:
  enum class Rule : std::uint8_t { Move, Into, Load, Store, CopyTo, CopyFrom, Code };
  struct Constraint {
    Rule Kind;
    Node Other;
    std::uint64_t Data; ///< size, or index of a step, a memory copy, a callback
  };
  struct MemoryCopy {
    Node To;
    Node From;
    Node Buffer;
    std::uint64_t Size;
    bool Merged = false; ///< too many pairs: everything goes through the buffer
  };
  struct State {
    CellSet Cells;
    CellSet New;
    llvm::SmallVector<Node, 2> Copies;
    llvm::SmallVector<unsigned, 1> Constraints;
    bool Escapes = false; ///< is copied to where everything escapes
  };

  void addAll(Node To, const CellSet &Cells);
  void addObject(Node To, ObjectId Object);
  void watch(Node N, Constraint C);
  void apply(const Constraint &C, const CellSet &Cells);
  void applyCopies(std::uint64_t Index, bool ToSide, const CellSet &New);
  void applyCopy(const MemoryCopy &Copy, CellId To, CellId From);
  void toBuffer(const MemoryCopy &Copy, const CellSet &From);
  void fromBuffer(const MemoryCopy &Copy, const CellSet &To);
  /// The node that stands for this one since cycles of copies were merged.
  Node find(Node N) const;
  void merge(Node Kept, Node Gone);
  std::vector<Node> mergeCycles();
  /// The node holds the unknown cell, and all that it holds escapes: what it passes on is "anywhere escaped".
  void becomeAnything(Node N);
  void collapseEscaped();
  void propagate(Node N);
  void touched(CellId Cell, std::uint64_t Size, llvm::SmallVectorImpl<CellId> &Out) const;
  void escape(ObjectId Object);

  Objects &Memory;
  std::vector<State> Nodes;
  mutable std::vector<Node> Standing; ///< union-find
  std::vector<Constraint> All;
  std::vector<PointerStep> Steps;
  std::vector<MemoryCopy> MemoryCopies;
  std::deque<Callee> Callees;
  std::vector<Node> Contents; ///< by cell; 0 where there is none yet (node 0 is the escaped one)
  std::vector<bool> Escaped;
  std::vector<Node> Dirty; ///< merged since the last wave
  std::size_t Pending = 0; ///< nodes with something new
  llvm::DenseSet<std::pair<Node, Node>> CopyEdges;
  std::function<void(ObjectId)> OnEscape;
  Node EscapedNode = 0;
  Node AnythingNode = 0;
  static const CellSet Empty;
};

} // namespace vernier
