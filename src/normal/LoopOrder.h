#pragma once

#include <llvm/IR/Function.h>

namespace vernier {

// Loops that others cannot tell from loops in another order. Both only look at loops whose only effects are stores and
// whose number of iterations is known when they begin, so that all of their accesses happen in any order, or a run is
// undefined in any.

/// Loops that follow each other and take the same number of iterations become one, if the second one needs nothing of
/// the first one but what an iteration of the same number has stored.
bool fuseLoops(llvm::Function &F);

/// Loops that count down and only collect values by operations whose order does not matter (integer sums, products,
/// bits) and store nothing count up.
bool countUp(llvm::Function &F);

} // namespace vernier
