#pragma once

#include "bounded/Executor.h"
#include "changes/ChangeMap.h"

namespace vernier {

/// What both runs of a pair say about each other, as conditions over the input.
struct Comparison {
  Term Different; ///< where both runs have a meaning: they show something different
  /// A quicker sufficient condition for "nothing differs": if this is unsatisfiable, so is Different.
  Term Suspicious;
  /// Every input that satisfies Different shows other bytes; else only the witness is known to.
  bool Exact = true;
  bool MemoryExact = true; ///< what keeps it from being exact is not memory
  Term Undefined[2];       ///< undefined behaviour, in the old and in the new version
  /// Both run into it at corresponding instructions, with equal operands; what they showed before may differ.
  Term SameUndefined;
  Term Unwound[2];       ///< a bound was reached
  Term Unsupported[2];   ///< something is not understood
  Term Meaningful;       ///< none of these, in either version
  bool Unpaired = false; ///< a global was written that the other version lacks: nothing to compare it with

  // Of functions: what they show to nobody alone, and may show to a caller (docs/composition.md).
  Term Events; ///< they print, flush, call and end in other pieces, in another order, in another way
  Term Stack;  ///< one takes much more stack
  Term AtEnds; ///< what they leave in memory when they end without returning
};

/// What corresponds in the code of both runs, the old one first. Objects do only where neighbouring ones are the same,
/// too: accesses that leave them find the same.
struct Correspondence {
  std::function<bool(const llvm::Instruction &, const llvm::Instruction &)> Instructions;
  std::function<bool(const llvm::Instruction &, const llvm::Instruction &)> Locals; ///< by what makes them
  std::function<bool(const llvm::GlobalVariable &, const llvm::GlobalVariable &)> Globals;
};

/// The map, if there is one, says which globals correspond to each other; else they do by their names.
Comparison compareRuns(TermStore &Store, const InputSpace &Space, const ChangeMap *Map, const llvm::Module &OldModule,
                       const llvm::Module &NewModule, Executor &Old, Executor &New, const Observation &Observed,
                       const Correspondence &Corresponding);

} // namespace vernier
