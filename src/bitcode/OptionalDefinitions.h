#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>

namespace vernier {

/// Definitions that a compiler may take or leave, for there is another one of the same name elsewhere (`inline` in C).
/// By name, the texts of their bodies, as hashes.
using OptionalDefinitions = std::map<std::string, std::set<std::string>>;

/// Linking drops them, so what they are is left in the linked module.
void keepOptionalDefinitions(const llvm::Module &Unit, llvm::Module &Whole);
OptionalDefinitions optionalDefinitions(const llvm::Module &Whole);

} // namespace vernier
