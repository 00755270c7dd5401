#pragma once

#include "changes/ChangeMap.h"

#include <string>
#include <vector>

namespace vernier {

/// Where the two programs do not step alike although nothing there is changed.
struct Violation {
  std::string What;
  const llvm::Instruction *Old = nullptr; ///< null where the violation is not at an instruction
  const llvm::Instruction *New = nullptr;
  /// The edges by which each side came here since the two agreed last; empty within a block.
  std::vector<ChangeMap::Edge> OldPath{};
  std::vector<ChangeMap::Edge> NewPath{};
  std::string Code{}; ///< for what is not at an instruction: a short, stable name
};

/// Checks, independently of how the map was made, that outside its changed sets the two programs step alike: starting
/// from each pair of matched functions, both are walked in lock step, instruction by instruction, until one side meets
/// a change. An empty result means that the map is valid.
std::vector<Violation> validate(const ChangeMap &Map);

/// The two parts of it: one pair of matched, defined functions; and everything outside of functions.
std::vector<Violation> validateFunctions(const ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New);
std::vector<Violation> validateSurroundings(const ChangeMap &Map);

} // namespace vernier
