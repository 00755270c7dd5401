#pragma once

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A document `vernier.check/1` as SARIF 2.1.0, the format of code scanning: a result for each function that is
/// `different` (an error) or `unknown` (a warning where the function changed itself, a note for callers and functions
/// without a counterpart).
std::string sarifText(const llvm::json::Object &Document);

} // namespace vernier
