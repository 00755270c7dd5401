#pragma once

#include "analysis/ProgramAnalysis.h"

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <vector>

namespace vernier {

/// Memory in classes: two cells that one access may touch are in one class. A class carries one chain of potential
/// definitions at run time.
class Classes {
public:
  explicit Classes(const ProgramAnalysis &Analysis);

  /// The class that a load or store of the pointer touches.
  unsigned of(const llvm::Value &Pointer, std::uint64_t Size) const;
  /// Number of the set of classes in which these cells lie.
  unsigned setOf(const CellSet &Cells);
  /// Of the classes of whatever the pointer may lead to.
  unsigned setBehind(const llvm::Value &Pointer);
  /// Of the classes in a variable, also if nobody uses it.
  unsigned setIn(const llvm::GlobalVariable &Global);
  unsigned unknownSet();
  unsigned count() const { return Count; }

  bool isEmpty(unsigned Set) const { return Sets[Set].empty(); }
  const std::vector<std::vector<unsigned>> &sets() const { return Sets; }

private:
  void joinEscaped();
  void joinAccesses();
  void join(const CellSet &Cells);
  void number();
  unsigned root(unsigned Cell) const;

  const ProgramAnalysis &Analysis;
  mutable std::vector<unsigned> Parent;
  std::vector<unsigned> ClassOf; ///< by cell
  unsigned Count = 0;
  std::vector<std::vector<unsigned>> Sets;
  std::map<std::vector<unsigned>, unsigned> SetNumbers;
};

} // namespace vernier
