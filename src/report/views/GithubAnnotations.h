#pragma once

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A document `vernier.check/1` as workflow commands of GitHub Actions, one line each: differences are errors at
/// their function, `unknown` warnings (notices for callers and functions without a counterpart), and the last line is
/// the verdict on the whole.
std::string githubText(const llvm::json::Object &Document);

} // namespace vernier
