#pragma once

#include "analysis/Objects.h"
#include "base/Budget.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <string>
#include <vector>

namespace vernier {

struct AnalysisOptions {
  /// Functions that are called from outside with arguments that nothing is known about, besides `main`, global
  /// constructors and functions that nobody in the program calls.
  std::vector<std::string> Entries;
  /// Of the dependence graph: one that is not done by then is not complete.
  Budget Time;
};

/// Who may be called at a call site.
struct Callees {
  llvm::SmallVector<const llvm::Function *, 2> Defined;
  llvm::SmallVector<const llvm::Function *, 2> Library; ///< with a row in the effect table, intrinsics included
  bool Unknown = false; ///< also code that nothing is known about, which may call any escaped function
};

/// A function that the library calls on behalf of a call site.
struct LibraryCallback {
  const llvm::Function *Function;
  bool Async; ///< any time later
};

/// Where pointers may point: inclusion-based (Andersen), insensitive to flow and context, sensitive to fields (Layout),
/// sound for C programs without undefined behaviour that are whole (every function that unknown code can call has
/// escaped to it). One assumption beyond that: a pointer is not rebuilt from facts about it (comparisons, printed
/// digits), only from its bits.
class PointsTo {
public:
  PointsTo(const llvm::Module &M, const AnalysisOptions &Options);
  ~PointsTo();

  const Objects &objects() const { return *Memory; }

  /// The value is a variable, a function or a constant made of them: it points somewhere whatever the program does.
  static bool isKnownPlace(const llvm::Value &V);
  /// The cells that the value may point to, if it is a pointer (or carries one). "Anywhere escaped" is the unknown
  /// cell. Variables and constants must be operands of an instruction of the program (dead ones have no node).
  const CellSet &raw(const llvm::Value &V) const;
  /// The same with the unknown cell joined by all escaped cells.
  CellSet pointsTo(const llvm::Value &V) const { return expanded(raw(V)); }
  CellSet expanded(const CellSet &Cells) const;
  /// The pointers that a cell may hold, unknown cell not expanded.
  const CellSet &held(CellId Cell) const;

  /// The accesses of SizeA and SizeB bytes at the two addresses may overlap.
  bool mayAlias(const llvm::Value &A, std::uint64_t SizeA, const llvm::Value &B, std::uint64_t SizeB) const;
  /// The cells that an access of Size bytes (0: unknown) through the pointer may touch, unknown cell not expanded.
  CellSet touched(const llvm::Value &Pointer, std::uint64_t Size) const;

  bool hasEscaped(ObjectId Object) const;
  const CellSet &escapedCells() const;

  const Callees &callees(const llvm::CallBase &Call) const;
  /// Functions that a library function runs because of this call.
  const llvm::SmallVectorImpl<LibraryCallback> &callbacks(const llvm::CallBase &Call) const;
  /// Defined functions that may be called from outside of the program with unknown arguments.
  const std::vector<const llvm::Function *> &roots() const { return Roots; }
  const std::vector<const llvm::Function *> &escapedFunctions() const { return EscapedFunctions; }

private:
  friend class ConstraintBuilder;
  struct Solution;

  std::unique_ptr<Objects> Memory;
  std::unique_ptr<Solution> Found;
  llvm::DenseMap<const llvm::CallBase *, Callees> CalleesOf;
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<LibraryCallback, 2>> CallbacksOf;
  std::vector<const llvm::Function *> Roots;
  std::vector<const llvm::Function *> EscapedFunctions;
};

} // namespace vernier
