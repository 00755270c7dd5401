#pragma once

#include "term/Term.h"

namespace vernier {

/// sum < limit, for a sum of single bits (each widened by zeros) and a constant, 64 bits wide as offsets of pointers
/// are: as a formula over these bits, which solvers decide without an adder. Such sums count comparisons: how far a
/// pointer was moved, how many bytes of a text were passed. Nothing: it is no such sum, or the formula would be large.
Term bitSumBelow(TermStore &Store, Term Sum, const llvm::APInt &Limit);

/// sum == value, in the same way.
Term bitSumEquals(TermStore &Store, Term Sum, const llvm::APInt &Value);

} // namespace vernier
