#pragma once

#include "base/Result.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace vernier {

enum class ModelSet {
  Pure,   ///< for the bounded proof: functions that only compute, and what reads more than a byte of standard input
  Engine, ///< those, and all that runs natively with the runtime below: streams, formats, options
};

/// Who may read the error number that a model leaves.
enum class ErrorNumberReader {
  Module, ///< the code of the module, if any
  Caller, ///< somebody outside of it, in any case
};

/// The library functions that there are models for, in alphabetical order.
llvm::ArrayRef<llvm::StringRef> modelledFunctions(ModelSet Set = ModelSet::Pure);

/// Gives M the definitions of those modelled functions that it declares and does not define. What a model needs besides
/// itself comes along with local linkage and names that begin with `vernier.model.`. A function that M declares with
/// another type stays a declaration, and so does everything if M is for a machine whose types have other sizes.
///
/// Models read the library's memory as the library does, and set the error number through `__errno_location`; where M
/// cannot observe the error number, they leave that out. `malloc` and `__errno_location` may become declared, for the
/// engine also the functions of externalFunctions(). Calling it again does nothing more.
///
/// For the engine, M's functions get the attribute `no-builtins`: a later optimisation must not replace calls of
/// models. With a model that uses streams comes `vernier_flush_streams` (library/streams.h), with external linkage and
/// as a destructor of M.
Status linkModels(llvm::Module &M, ModelSet Set = ModelSet::Pure, ErrorNumberReader Reader = ErrorNumberReader::Module);

/// The functions that models of a set call and that nobody here defines: the runtime's (`vernier_...`) and the C
/// library's. In alphabetical order.
llvm::ArrayRef<llvm::StringRef> externalFunctions(ModelSet Set);

/// After linkModels for the engine: functions of M that still work on the library's own streams, since there is no
/// model or M declares another type. Their bytes pass other buffers than those of the models, so nothing is known about
/// the order of what M prints, or about what it reads. In alphabetical order.
std::vector<std::string> functionsOnOtherStreams(const llvm::Module &M);

/// Whether the function came from linkModels (a model, or what a model calls).
bool isModel(const llvm::Function &F);

} // namespace vernier
