#include "impact/Check.h"

#include "impact/BlockFlow.h"

#include <algorithm>

namespace vernier {

CheckResult checkPair(const ChangeMap &Map, const ImpactOptions &Options) {
  CheckResult Result;
  ProgramAnalysis Old(Map.oldProgram()), New(Map.newProgram());
  Result.Touched = computeImpact(Map, Old, New, Options);
  Result.Judged = judgeUnreached(Map, Old, New);
  Result.ChangeComplexity = cyclomaticChangeComplexity(blockSequences(blockFlow(Map, New)));
  Result.ChangedLines =
      static_cast<unsigned>(std::count_if(Result.Touched.Changes.begin(), Result.Touched.Changes.end(),
                                          [](const ChangedStatement &S) { return S.Where == Side::New; }));
  return Result;
}

} // namespace vernier
