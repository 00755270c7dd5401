#pragma once

#include "term/Term.h"

namespace vernier {

/// The same operation on other operands, simplified again.
Term rebuildTerm(TermStore &Store, Term Before, llvm::ArrayRef<Term> Operands);

} // namespace vernier
