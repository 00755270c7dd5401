#pragma once

#include "input/Expression.h"

#include <llvm/IR/IRBuilder.h>

namespace vernier {

/// Makes code that computes the value of an expression; it can do nothing undefined. Leaves are the values of what the
/// expression is over, in their types (floating point as such, pointers as numbers of 64 bits).
llvm::Value *codeOf(llvm::IRBuilder<> &Builder, const Expression &What, llvm::ArrayRef<llvm::Value *> Leaves);

} // namespace vernier
