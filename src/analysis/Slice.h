#pragma once

#include "analysis/DependenceGraph.h"

#include <llvm/ADT/DenseSet.h>

#include <set>
#include <string>

namespace vernier {

/// A line of source, the grain at which people read slices.
struct SourceLine {
  std::string File;
  unsigned Line = 0;

  auto operator<=>(const SourceLine &) const = default;
};

enum class SliceDirection {
  Backward, ///< what the criterion may depend on
  Forward,  ///< what may depend on the criterion
};

/// A static slice: the criterion itself, and all instructions that (transitively) depend on it, or that it depends on.
/// Jumps that only pass control on are no part of it, so it need not be a program. Ways into a function and out of it
/// again match (Horwitz, Reps, Binkley), except through memory that several functions share.
class Slice {
public:
  Slice(const DependenceGraph &Graph, llvm::ArrayRef<const llvm::Instruction *> Criterion, SliceDirection Direction);

  bool contains(const llvm::Instruction &I) const { return Instructions.contains(&I); }
  const llvm::DenseSet<const llvm::Instruction *> &instructions() const { return Instructions; }
  /// The lines of its instructions.
  std::set<SourceLine> lines() const;

private:
  llvm::DenseSet<const llvm::Instruction *> Instructions;
};

/// The instructions of a source line, in all functions; FileName as in the locations, or its last part.
std::vector<const llvm::Instruction *> instructionsAt(const llvm::Module &M, const std::string &FileName,
                                                      unsigned Line);

} // namespace vernier
