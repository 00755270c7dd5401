#pragma once

#include "analysis/ProgramAnalysis.h"
#include "changes/ChangeMap.h"
#include "verdict/Verdict.h"

namespace vernier {

/// What the change map alone decides: code from which no change can be reached behaves as before. Everything else is
/// unknown.
struct UnreachedJudgement {
  Verdict Whole;                          ///< of the program, started at main (of the library, called anywhere)
  std::vector<FunctionVerdict> Functions; ///< all that are not known to be equal
  unsigned EqualFunctions = 0;            ///< functions of both versions from which no change can be reached
};

UnreachedJudgement judgeUnreached(const ChangeMap &Map, const ProgramAnalysis &Old, const ProgramAnalysis &New);

/// Where control may come from outside: main and what runs before and after it, and everything that something else than
/// a call in the program may enter (a library that calls back, a table in a section, assembly); for a library, all that
/// is visible.
std::vector<const llvm::Function *> startsOf(const Program &Version, const std::string &Entry);

/// Whether no changed statement can be executed from an entry of both versions, nor by what runs before and after it or
/// is entered by something else than a call.
bool isUnreachedFrom(const ChangeMap &Map, const llvm::Function &OldEntry, const llvm::Function &NewEntry);

} // namespace vernier
