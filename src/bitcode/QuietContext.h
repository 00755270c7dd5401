#pragma once

#include <llvm/IR/LLVMContext.h>

namespace vernier {

/// Errors that LLVM reports to this context would end the process otherwise. Whoever asked for the work notices that it
/// failed.
void returnOnErrors(llvm::LLVMContext &Context);

} // namespace vernier
