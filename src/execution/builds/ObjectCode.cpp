#include "execution/builds/ObjectCode.h"

#include "execution/builds/PassAnalyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

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

/// Above this many instructions a quick first result is worth more than quick runs: with all of LLVM's passes `cut`
/// takes 18 seconds to build, with the few below 3.
constexpr unsigned LargeModule = 11500;

/// Locals become registers, but in functions that are so large that this alone takes minutes: for each local LLVM may
/// walk all blocks.
class RegistersWhereItPays : public llvm::PassInfoMixin<RegistersWhereItPays> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses) {
    auto Locals =
        llvm::count_if(F.getEntryBlock(), [](const llvm::Instruction &I) { return llvm::isa<llvm::AllocaInst>(I); });
    if (static_cast<std::uint64_t>(Locals) * F.size() > MostSteps)
      return llvm::PreservedAnalyses::all();
    return llvm::SROAPass(llvm::SROAOptions::ModifyCFG).run(F, Analyses);
  }

private:
  static constexpr std::uint64_t MostSteps = 10000000;
};

/// Registers and inlined hooks are most of what optimisation gains.
llvm::ModulePassManager fewPasses() {
  llvm::FunctionPassManager OfFunctions;
  OfFunctions.addPass(RegistersWhereItPays());
  OfFunctions.addPass(llvm::EarlyCSEPass());
  OfFunctions.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager Result;
  Result.addPass(llvm::GlobalDCEPass());
  Result.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  Result.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(OfFunctions)));
  Result.addPass(llvm::GlobalDCEPass());
  return Result;
}

/// Nothing is known about functions by their names: some of them are ours.
void optimise(llvm::Module &M, llvm::TargetMachine &Machine, bool Large) {
  llvm::PassBuilder Passes(&Machine);
  llvm::TargetLibraryInfoImpl Library(llvm::Triple(M.getTargetTriple()));
  Library.disableAllFunctions();
  PassAnalyses Analyses(Passes, &Library);
  if (Large)
    fewPasses().run(M, Analyses.Modules);
  else
    Passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(M, Analyses.Modules);
}

/// Not an optimisation: a function that is always inlined may exist nowhere else (headers of the C++ library have
/// some).
void inlineAlways(llvm::Module &M) {
  llvm::PassBuilder Passes;
  PassAnalyses Analyses(Passes);
  llvm::AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, Analyses.Modules);
}

} // namespace

Result<std::string> objectCode(llvm::Module &M, bool Optimise) {
  std::string Why;
  const llvm::Target *Target = hostTarget(Why);
  if (!Target)
    return analysisError("no machine code can be made here: " + Why);
  bool Large = M.getInstructionCount() > LargeModule;
  llvm::TargetOptions Options;
  Options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  Options.UseInitArray = true; // nothing else runs constructors
  std::unique_ptr<llvm::TargetMachine> Machine(Target->createTargetMachine(
      llvm::sys::getDefaultTargetTriple(), "x86-64", "", Options, llvm::Reloc::PIC_, std::nullopt,
      Optimise && !Large ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::None));
  if (!Machine || Machine->createDataLayout() != M.getDataLayout())
    return analysisError("the bitcode is for another machine ('" + M.getTargetTriple() + "')");
  std::string Complaints;
  M.getContext().setDiagnosticHandlerCallBack(collect, &Complaints);
  llvm::raw_string_ostream Broken(Complaints);
  if (llvm::verifyModule(M, &Broken))
    return analysisError("the bitcode is broken", Broken.str());
  if (Optimise)
    optimise(M, *Machine, Large);
  else
    inlineAlways(M);
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
