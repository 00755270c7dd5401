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

} // namespace vernier
