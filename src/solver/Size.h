#pragma once

#include "term/Term.h"

namespace vernier {

/// About how many gates it takes to write the conjuncts as propositional formulas; no more than Most and a term.
std::uint64_t gates(llvm::ArrayRef<Term> Conjuncts, std::uint64_t Most);

/// Bits only, and so few gates that the solver comes to its search at once. It keeps its time there, and needs little
/// memory: such questions are asked in this process. With floating point, or while it translates much, it looks at the
/// clock too seldom.
bool isSmall(llvm::ArrayRef<Term> Conjuncts);

} // namespace vernier
