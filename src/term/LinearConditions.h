#pragma once

#include "term/Box.h"

#include <llvm/ADT/APInt.h>

#include <optional>

namespace vernier {

/// How often conditions hold, found by turning them into linear constraints on integers. Wrapping around, signs,
/// divisions and masks by constants become cases and further integers that the others determine.
struct LinearCount {
  std::optional<llvm::APInt> Number;
  Term Undecided; ///< otherwise maybe: a condition that has to be decided first
};

/// In the place that the box looks at. All variables that are not decided are among those given; no other is counted.
LinearCount countLinear(Box &Values, llvm::ArrayRef<unsigned> Variables, llvm::ArrayRef<Literal> Conditions,
                        std::size_t &Effort);

} // namespace vernier
