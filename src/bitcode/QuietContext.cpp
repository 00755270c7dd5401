#include "bitcode/QuietContext.h"

namespace vernier {

void returnOnErrors(llvm::LLVMContext &Context) {
  Context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo *, void *) {}, nullptr);
}

} // namespace vernier
