#pragma once

#include <llvm/ADT/StringRef.h>

namespace vernier {

/// All models as one bitcode file, embedded when Vernier is built. The public names are those of the C library.
llvm::StringRef modelBitcode();

} // namespace vernier
