#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

namespace vernier {

// What instructions of a normal form do, beside computing a value.

/// The function that is called is one of the guards (normal/Guards.h) whose names begin so.
bool isGuard(const llvm::CallBase &Call, llvm::StringRef Name);

/// Checks something and has no other effect.
bool isTouch(const llvm::Instruction &I);
bool isTrap(const llvm::Instruction &I);

/// An access, or a place where no defined run comes.
bool mayBeUndefined(const llvm::Instruction &I);

/// Gives a value that depends on its operands and on memory, and leaves memory as it is.
bool isRead(const llvm::Instruction &I);

/// Gives a value that depends on its operands only.
bool isPure(const llvm::Instruction &I);

/// Changes something that others see, or may not return.
bool isEffect(const llvm::Instruction &I);

} // namespace vernier
