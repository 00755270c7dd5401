#pragma once

#include <llvm/ADT/StringRef.h>

namespace vernier {

/// The models of each set as one bitcode file, embedded when Vernier is built. The public names are those of the C
/// library; what files of models share is named `vernier_model_...`.
llvm::StringRef pureModelBitcode();
llvm::StringRef engineModelBitcode();
/// Instances of templates of the C++ library.
llvm::StringRef libraryInstanceBitcode();

} // namespace vernier
