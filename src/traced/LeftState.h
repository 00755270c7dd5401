#pragma once

#include "trace/Trace.h"
#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <llvm/IR/Function.h>

#include <set>

namespace vernier {

/// Library functions that code may come to, that have a model, and that leave something to callers (strtok); variables
/// of the library that it assigns (optind).
std::set<std::string> modelledLeavers(const llvm::Function &Entry, const std::vector<std::string> &Externals);

/// What one run left.
struct StateLeft {
  const Trace &Left;
  const Outcome &Shown;
  const std::set<std::string> &Modelled; ///< modelledLeavers
};

/// What runs left behind outside of the program's memory and of its two output streams, and nobody compares. The reason
/// says why equality cannot be claimed; empty: what is left is only looked at by somebody who asks for it, and World
/// says so.
Reason uncomparedState(StateLeft Old, StateLeft New, bool WholeProgram, const Observation &Observed,
                       std::vector<Surrounding> &World);

} // namespace vernier
