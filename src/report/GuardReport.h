#pragma once

#include "guard/Guard.h"
#include "report/tests/TestFiles.h"

#include <llvm/Support/JSON.h>

namespace vernier {

/// What became of the properties, and which violations one run shows.
std::string guardText(const GuardResult &Result, bool Verbose);

/// The fields of `vernier.guard/1` beyond the common ones.
void addGuard(llvm::json::Object &Document, const GuardResult &Result, const ChangeMap &Map);

/// Properties as `--properties FILE` reads them: those that are proved on the base, one in a line.
std::string guardPropertyLines(const GuardResult &Result);

/// The counterexamples as tests: saved ones, and a shell script or a GoogleTest file for each entry. They ask for what
/// the base shows.
Result<std::vector<TestFiles>> writeGuardTests(const std::string &Directory, const ChangeMap &Map,
                                               const GuardResult &Result);

/// Something is violated or newly unreachable; else whether everything that is proved on the base is decided.
Answer answerOf(const GuardResult &Result);

} // namespace vernier
