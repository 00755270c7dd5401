#pragma once

#include "impact/Impact.h"
#include "impact/Unreached.h"

namespace vernier {

/// Everything that `check` finds out so far.
struct CheckResult {
  Impact Touched;
  UnreachedJudgement Judged;
  unsigned ChangeComplexity = 0; ///< CyCC over the blocks of the new version
  unsigned ChangedLines = 0;     ///< lines of the new version with changed code
};

CheckResult checkPair(const ChangeMap &Map, const ImpactOptions &Options);

} // namespace vernier
