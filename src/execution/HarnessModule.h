#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace vernier {

/// Makes a module whose main calls one function with what the harness (Harness.c) prepared: defines main, vernier_call
/// and vernier_locate, and throws away what the function cannot come to. The program's own main gets another name.
void addHarness(llvm::Module &M, const std::string &Entry, const std::vector<std::string> &Globals);

} // namespace vernier
