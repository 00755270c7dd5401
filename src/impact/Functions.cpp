#include "bitcode/Locations.h"
#include "impact/Impact.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace vernier {

namespace {

/// What initialises the globals of a file is named after the file.
bool isMadeByCompiler(const llvm::Function &F) {
  return F.getName().starts_with("_GLOBAL__sub_I_");
}

} // namespace

FunctionSummary summariseFunctions(const ChangeMap &Map) {
  FunctionSummary Result;
  for (const llvm::Function &F : Map.newProgram().module()) {
    if (F.isDeclaration())
      continue;
    const llvm::Function *Old = Map.counterpart(F);
    if (!Old) {
      Result.Added.push_back(sourceName(F));
      continue;
    }
    if (sourceName(*Old) != sourceName(F) && !isMadeByCompiler(F))
      Result.Renamed.emplace_back(sourceName(*Old), sourceName(F));
    if (Map.hasChange(F) || Map.hasChange(*Old))
      Result.Changed.push_back(sourceName(F));
    else
      ++Result.Unchanged;
  }
  for (const llvm::Function &F : Map.oldProgram().module())
    if (!F.isDeclaration() && !Map.counterpart(F))
      Result.Removed.push_back(sourceName(F));
  return Result;
}

} // namespace vernier
