#include "execution/ObjectCode.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

namespace vernier {

namespace {

const llvm::Target *hostTarget(std::string &Why) {
  static const bool Ready = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    return true;
  }();
  (void)Ready;
  return llvm::TargetRegistry::lookupTarget(llvm::sys::getDefaultTargetTriple(), Why);
}

void collect(const llvm::DiagnosticInfo *Info, void *Into) {
  if (Info->getSeverity() != llvm::DS_Error)
    return;
  llvm::raw_string_ostream Stream(*static_cast<std::string *>(Into));
  llvm::DiagnosticPrinterRawOStream Printer(Stream);
  Info->print(Printer);
  Stream << "\n";
}

} // namespace

Result<std::string> objectCode(llvm::Module &M) {
  std::string Why;
  const llvm::Target *Target = hostTarget(Why);
  if (!Target)
    return analysisError("no machine code can be made here: " + Why);
  llvm::TargetOptions Options;
  Options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  Options.UseInitArray = true; // nothing else runs constructors
  std::unique_ptr<llvm::TargetMachine> Machine(Target->createTargetMachine(llvm::sys::getDefaultTargetTriple(),
                                                                           "x86-64", "", Options, llvm::Reloc::PIC_,
                                                                           std::nullopt, llvm::CodeGenOptLevel::None));
  if (!Machine || Machine->createDataLayout() != M.getDataLayout())
    return analysisError("the bitcode is for another machine ('" + M.getTargetTriple() + "')");
  std::string Complaints;
  M.getContext().setDiagnosticHandlerCallBack(collect, &Complaints);
  llvm::raw_string_ostream Broken(Complaints);
  if (llvm::verifyModule(M, &Broken))
    return analysisError("the bitcode is broken", Broken.str());
  llvm::SmallVector<char, 0> Bytes;
  llvm::raw_svector_ostream Stream(Bytes);
  llvm::legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, Stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return analysisError("no object files can be made here");
  Passes.run(M);
  if (!Complaints.empty())
    return analysisError("no machine code can be made of this version", Complaints);
  return std::string(Bytes.data(), Bytes.size());
}

} // namespace vernier
