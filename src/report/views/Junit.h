#pragma once

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A document `vernier.check/1` as JUnit XML, which CI servers show as test results: a test case for each function. A
/// difference is a failure, `unknown` is skipped (an error where the analysis failed), and `equal` passes, with how
/// far it is proved in its output. With `commits`, each commit is one more suite.
std::string junitText(const llvm::json::Object &Document);

} // namespace vernier
