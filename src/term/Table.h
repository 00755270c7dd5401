#pragma once

#include "term/Term.h"

namespace vernier {

/// Offsets that follow each other in steps.
struct OffsetSteps {
  std::uint64_t First = 0, Step = 1, Count = 0;
};

/// The offsets from 0 to Last that an offset (64 bits) may be, as far as its form and its range say.
OffsetSteps possibleOffsets(const TermStore &Store, Term Offset, std::uint64_t Last);

/// The element that an address selects: element k lies at First + k * Stride. The address is one of an element; what
/// another one gives is not said. Neighbours that are equal are one case, so that tables of characters stay small.
/// Elements that the address cannot mean do not count.
Term tableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
               llvm::ArrayRef<Term> Elements);

/// The same for constants of that many bits, at most 64.
Term constantTableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride, unsigned Bits,
                       llvm::ArrayRef<std::uint64_t> Elements);

} // namespace vernier
