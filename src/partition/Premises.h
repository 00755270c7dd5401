#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

namespace vernier {

/// What claims of partitions rest on beside what their runs were told, as codes of assumptions (docs/composition.md).
/// Runs happen on one machine, and a function is called by us alone: memory is there, output is not looked at while it
/// is made, floating point rounds to nearest, the locale is that of C. What can be read off the code that the entry may
/// come to is read off it; the bounded proof, which follows it, knows more.
std::vector<std::string> partitionPremises(const llvm::Function &Entry, bool WholeProgram);

} // namespace vernier
