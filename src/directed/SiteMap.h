#pragma once

#include "abi/Sites.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <vector>

namespace vernier {

/// Where the instructions of a version stand in its traces, and back.
class SiteMap {
public:
  SiteMap(const llvm::Module &M, const Instrumentation &Build);

  /// Null for code of models.
  const llvm::Instruction *instruction(std::uint32_t Site) const {
    return Site < Instructions.size() ? Instructions[Site] : nullptr;
  }
  /// 0: it has none.
  std::uint32_t site(const llvm::Instruction &I) const { return Sites.lookup(&I); }
  /// The place of the block in the coverage.
  std::optional<unsigned> spot(const llvm::BasicBlock &Block) const;
  const Instrumentation &build() const { return *Build; }

private:
  const Instrumentation *Build;
  std::vector<const llvm::Instruction *> Instructions;
  llvm::DenseMap<const llvm::Instruction *, std::uint32_t> Sites;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Spots;
};

} // namespace vernier
