#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// Makes a module whose main calls one function with what the harness (Harness.c) prepared: defines main, vernier_call
/// and vernier_locate, and throws away what the function cannot come to. The program's own main gets another name.
/// The harness learns where the symbols are. Without Main, something else is main and calls the harness.
void addHarness(llvm::Module &M, const std::string &Entry, const std::vector<std::string> &Symbols, bool Main = true);

/// Harness.c as an object file, which such a module is linked with.
std::string_view harnessObject();

} // namespace vernier
