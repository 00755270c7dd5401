#pragma once

#include "base/Location.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <string>

namespace vernier {

/// Where the statement of this instruction stands; nothing for what the compiler made up (line 0 included).
std::optional<Location> locationOf(const llvm::Instruction &I);

/// Where the function is defined; File is empty without debug information.
Location locationOf(const llvm::Function &F);

/// The source file that a debug-info scope names, as the compiler was told (prefix maps applied).
std::string fileOf(const llvm::DIFile *File);

/// The name that a reader of the source knows the function by (demangled for C++).
std::string sourceName(const llvm::Function &F);

/// A name that is the same in every run and unique within a module: `name`, and `file:name` for internal functions.
std::string stableId(const llvm::Function &F);

/// The function's id and the instruction's position in it: `name#12`.
std::string stableId(const llvm::Instruction &I);

} // namespace vernier
