#pragma once

#include "bounded/Executor.h"

namespace vernier {

/// What both runs of a pair say about each other, as conditions over the input.
struct Comparison {
  Term Different; ///< where both runs have a meaning: they show something different
  /// A quicker sufficient condition for "nothing differs": if this is unsatisfiable, so is Different.
  Term Suspicious;
  /// Every input that satisfies Different shows other bytes; else only the witness is known to.
  bool Exact = true;
  Term Undefined[2];     ///< undefined behaviour, in the old and in the new version
  Term Unwound[2];       ///< a bound was reached
  Term Unsupported[2];   ///< something is not understood
  Term Meaningful;       ///< none of these, in either version
  bool Unpaired = false; ///< a global was written that the other version lacks: nothing to compare it with
};

Comparison compareRuns(TermStore &Store, const InputSpace &Space, const llvm::Module &OldModule,
                       const llvm::Module &NewModule, Executor &Old, Executor &New, const Observation &Observed);

} // namespace vernier
