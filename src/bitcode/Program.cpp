#include "bitcode/Program.h"

#include "bitcode/Normalise.h"
#include "bitcode/QuietContext.h"

#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

namespace vernier {

Result<Program> loadBitcodeFile(const std::string &Path, std::string Label) {
  auto Context = std::make_unique<llvm::LLVMContext>();
  returnOnErrors(*Context);
  llvm::SMDiagnostic Problem;
  auto Module = llvm::parseIRFile(Path, Problem, *Context);
  if (!Module)
    return analysisError("cannot read bitcode '" + Path + "': " + Problem.getMessage().str() +
                         "; it must be made by LLVM 19 or older (clang-19 -c -emit-llvm -g)");
  std::string Broken;
  llvm::raw_string_ostream Stream(Broken);
  if (llvm::verifyModule(*Module, &Stream))
    return analysisError("bitcode '" + Path + "' is not valid LLVM IR; rebuild it with clang-19", Broken);
  normalise(*Module);
  return Program(std::move(Context), std::move(Module), std::move(Label));
}

} // namespace vernier
