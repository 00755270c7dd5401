#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <initializer_list>

namespace vernier {

// State of the process that callers of a function may have set, and that is no input.

/// A library function whose result the locale decides about.
bool dependsOnLocale(llvm::StringRef LibraryFunction);

/// The program has a main, and declares none of the functions that change this part of its state.
bool isSetNowhere(const llvm::Module &M, std::initializer_list<llvm::StringRef> Setters);
bool localeIsSetNowhere(const llvm::Module &M);
/// Rounding and flags of floating point: nobody sets them, and nobody looks at them.
bool roundingIsSetNowhere(const llvm::Module &M);
/// Nobody looks at memory between two instructions of the program: no handlers of signals, no threads, and nobody
/// outside, with whom memory would be shared.
bool runsUndisturbed(const llvm::Module &M);
/// The code itself names what installs handlers of signals or starts threads.
bool disturbsItself(const llvm::Module &M);

} // namespace vernier
