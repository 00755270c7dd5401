#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// What code around the changes of a function does that compilers may treat in more than one way.
struct ChangedArithmetic {
  bool SignedOverflow = false; ///< signed +, - or * whose result may not fit
  bool FloatingPoint = false;
  bool OtherType = false; ///< memory is read or written as another type than its variable has
};

/// Looks at the changed instructions of a function of either version and at what they compute from or hand on to
/// within the function.
ChangedArithmetic changedArithmetic(const ChangeMap &Map, const llvm::Function &F);

/// A changed function, or one that calls a changed one, comes to a question that only an optimiser answers, and not the
/// same at every level: __builtin_constant_p, __builtin_object_size. Looks through calls by name.
bool asksOptimiser(const ChangeMap &Map, const llvm::Function &F);

} // namespace vernier
