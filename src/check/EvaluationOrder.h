#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// C leaves open in which order operands and arguments are evaluated; clang goes from left to right, gcc often does
/// not. Whether a function of either version has an expression where that can be seen: one operand writes memory or
/// talks to the world, and another one reads what it may write, or does such a thing, too. Only where the function has
/// a change, or one of these operands calls code that has one.
bool dependsOnEvaluationOrder(const ChangeMap &Map, const llvm::Function &F);

} // namespace vernier
