#pragma once

#include "analysis/PointsTo.h"

#include "bitcode/Locations.h"
#include "support/CompileText.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <string>

namespace vernier::test {

using Names = std::set<std::string>;

inline Names namesOf(const Objects &Memory, const CellSet &Cells) {
  Names Result;
  for (CellId Cell : Cells)
    Result.insert(Memory.name(Cell));
  return Result;
}

/// The instructions of a line in a function, in order.
inline std::vector<const llvm::Instruction *> at(const Program &P, const std::string &Function, unsigned Line) {
  std::vector<const llvm::Instruction *> Result;
  for (const llvm::Instruction &I : llvm::instructions(*P.module().getFunction(Function)))
    if (auto Where = locationOf(I); Where && Where->Line == Line)
      Result.push_back(&I);
  return Result;
}

/// What the local variable (or parameter) of a function may point to, by the cells that its own cells hold.
inline Names held(const PointsTo &Pointers, const Program &P, const std::string &Function,
                  const std::string &Variable) {
  Names Result;
  for (const llvm::Instruction &I : llvm::instructions(*P.module().getFunction(Function)))
    if (llvm::isa<llvm::AllocaInst>(I) && (I.getName() == Variable || I.getName() == Variable + ".addr")) {
      const MemoryObject &Object = Pointers.objects()[*Pointers.objects().find(I)];
      for (CellId Cell = Object.First; Object.contains(Cell); ++Cell)
        Result.merge(namesOf(Pointers.objects(), Pointers.held(Cell)));
    }
  return Result;
}

} // namespace vernier::test
