#pragma once

#include <llvm/IR/Module.h>

namespace vernier {

// Sources are compiled without -fwrapv, so that the compiler itself says which operations may not overflow in the
// user's C. Nothing may be concluded from that: both versions wrap, and no optimisation knows otherwise.

/// Turns what the compiler promises about overflow (`nsw`, an `llvm.abs` of the smallest number, addresses inside of
/// their objects) into a mark on operations that are signed in the source. What is left is what -fwrapv gives.
void markSignedArithmetic(llvm::Module &M);

/// An addition, subtraction, multiplication, negation or absolute value that is undefined in C where its result does
/// not fit. Never of a build that says -fwrapv.
bool isSignedArithmetic(const llvm::Instruction &I);

void setSignedArithmetic(llvm::Instruction &I);

/// Overflow is not looked for: all of it wraps.
void forgetSignedArithmetic(llvm::Module &M);

} // namespace vernier
