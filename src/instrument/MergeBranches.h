#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <utility>

namespace vernier {

/// Instructions by function and number in it (Site).
using InstructionSet = std::set<std::pair<std::string, unsigned>>;

/// Where both sides of a branch only compute values, both are computed, and the condition selects: what follows depends
/// on a value then, not on a way, and one class of inputs covers both sides. Functions that do nothing but compute are
/// called on both sides. Blocks with instructions of Keep stay as they are, so that the coverage tells whether they
/// were reached. Returns how many branches are gone. Sites (instrument/Lower.h) must be set.
unsigned mergeBranches(llvm::Module &M, const InstructionSet &Keep);

} // namespace vernier
