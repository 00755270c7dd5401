#pragma once

#include "term/Polynomial.h"

#include <optional>
#include <utility>
#include <vector>

namespace vernier {

/// The sum of factors times variables is at most (or equal to) a number.
struct LinearConstraint {
  llvm::SmallVector<WideInteger, 4> Factors;
  WideInteger Most = 0;
  bool Equal = false;
};

/// Integers between bounds that satisfy linear constraints.
struct LinearSystem {
  std::vector<std::pair<WideInteger, WideInteger>> Bounds; ///< of each variable, both included
  std::vector<LinearConstraint> Constraints;
};

/// How many solutions the system has. Nothing if that takes too long (Effort counts down), numbers get too large, or
/// there is no way through: a variable can be eliminated if its factors are all 1 or -1, if an equation gives it, or if
/// it has few values.
std::optional<llvm::APInt> countSolutions(LinearSystem System, std::size_t &Effort);

} // namespace vernier
