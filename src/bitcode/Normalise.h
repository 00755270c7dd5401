#pragma once

#include <llvm/IR/Module.h>

namespace vernier {

/// Undoes two inventions of the front end that make one edit change the IR of statements that nobody touched. The
/// meaning of the program stays the same, and so does every source assignment.
///
/// 1. Returns. A function with one return statement returns its value directly, one with several stores it into a slot.
/// Here every
///    function has the slot, so that adding an early return does not change the old return statement.
/// 2. Scopes. Leaving a scope early (break, return, goto) stores a number into a hidden slot, joins the normal way out
/// and switches on
///    the number behind the scope's end. Here each way out goes directly to its target, so that adding a break does not
///    change the statements around it, and control dependence is that of the source.
///
/// Arithmetic wraps from here on (bitcode/SignedArithmetic.h).
void normalise(llvm::Module &M);

} // namespace vernier
