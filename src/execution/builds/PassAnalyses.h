#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>

namespace vernier {

/// What passes over a module ask for.
struct PassAnalyses {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;

  /// Library: what is known of functions by their names; nothing: what LLVM thinks.
  explicit PassAnalyses(llvm::PassBuilder &Passes, const llvm::TargetLibraryInfoImpl *Library = nullptr) {
    if (Library) // the first that is registered is the one that counts
      Functions.registerPass([Library] { return llvm::TargetLibraryAnalysis(*Library); });
    Passes.registerModuleAnalyses(Modules);
    Passes.registerCGSCCAnalyses(Components);
    Passes.registerFunctionAnalyses(Functions);
    Passes.registerLoopAnalyses(Loops);
    Passes.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
  PassAnalyses(const PassAnalyses &) = delete;
};

} // namespace vernier
