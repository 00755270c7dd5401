#pragma once

#include "base/Result.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace vernier {

/// The library functions that there are models for, in alphabetical order.
llvm::ArrayRef<llvm::StringRef> modelledFunctions();

/// Gives M the definitions of those modelled functions that it declares and does not define. What a model needs besides
/// itself comes along with local linkage and names that begin with `vernier.model.`. A function that M declares with
/// another type stays a declaration, and so does everything if M is for a machine whose types have other sizes.
///
/// Models read the library's memory as the library does, and set the error number through `__errno_location`; where M
/// cannot observe the error number, they leave that out. `malloc` and `__errno_location` may become declared.
/// Calling it again does nothing more.
Status linkModels(llvm::Module &M);

/// Whether the function came from linkModels (a model, or what a model calls).
bool isModel(const llvm::Function &F);

} // namespace vernier
