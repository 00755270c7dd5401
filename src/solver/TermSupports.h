#pragma once

#include "term/Term.h"

#include <llvm/ADT/DenseMap.h>

#include <memory>
#include <set>

namespace vernier {

/// What ties conjuncts together: variables (by the id of the term), uninterpreted functions (by name) and C's fmod,
/// which is one to the solver.
using Tie = std::uint64_t;

struct Support {
  std::vector<Tie> Ties; ///< in ascending order
  bool Uninterpreted = false;
  auto operator<=>(const Support &) const = default;
};

/// The supports of terms. Each term is looked at once, whatever it is a part of; equal supports are one.
class TermSupports {
public:
  const Support &of(Term Root);

private:
  const Support *own(Term Part);
  const Support *united(const Support *First, const Support *Second);
  const Support *shared(Support Made) { return &*Known.insert(std::move(Made)).first; }

  std::set<Support> Known;
  llvm::DenseMap<const TermNode *, const Support *> ByTerm;
  llvm::DenseMap<std::pair<const Support *, const Support *>, const Support *> Unions;
};

} // namespace vernier
