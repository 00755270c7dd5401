#pragma once

#include "term/Box.h"

#include <vector>

namespace vernier {

/// How many assignments were found to satisfy the clauses, and how many may.
struct EnumeratedCount {
  unsigned __int128 Found = 0, Unseen = 0;
};

/// Tries the values of the variables one after the other, in the place that the box looks at. Each clause is a list of
/// literals of which one has to hold. All that is not decided depends on the variables only. The number of assignments
/// is below 2^120. Effort counts down; what is left when it is used up is unseen.
EnumeratedCount enumerate(Box &Values, llvm::ArrayRef<unsigned> Variables,
                          const std::vector<std::vector<Literal>> &Clauses, std::size_t &Effort);

} // namespace vernier
