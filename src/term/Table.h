#pragma once

#include "term/Term.h"

namespace vernier {

/// The element that an address selects: element k lies at First + k * Stride. The address is one of an element; what
/// another one gives is not said. Neighbours that are equal are one case, so that tables of characters stay small.
Term tableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
               llvm::ArrayRef<Term> Elements);

} // namespace vernier
