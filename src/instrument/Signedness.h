#pragma once

#include <llvm/IR/Module.h>

namespace vernier {

/// Marks (metadata `vernier.signed`) the additions, subtractions and multiplications that are signed in the source, as
/// far as the types of the variables, results and conversions that they are made of tell: the bitcode itself wraps and
/// does not know. What cannot be told is left alone.
void markSigned(llvm::Module &M);

} // namespace vernier
