#pragma once

#include "check/ChangeExposure.h"
#include "check/Unreached.h"
#include "check/Verify.h"
#include "impact/Impact.h"

#include <functional>
#include <memory>

namespace vernier {

struct CheckOptions {
  ImpactOptions Impact;
  std::chrono::milliseconds Time{60000}; ///< for all proofs together
  bool Bounded = true;                   ///< try proofs at all
  bool Expose = true;   ///< look for an input for each change that shows it, where proofs leave it open
  bool Strict = false;  ///< what a function does on its own counts, also in a state that the program may never be in
  InputOptions Input;   ///< of the whole program: arguments and standard input; Entry is not used
  VerifyOptions Verify; ///< its Time is the most that one function gets
  std::function<void(const FunctionVerdict &)> Decided; ///< called as results come
  /// Called with what is known, now and then: should it have to be ended, that is reported.
  std::function<void(const struct CheckResult &)> Interim;
};

/// A verdict with the classes of inputs that it rests on.
struct CheckedFunction : FunctionVerdict {
  std::shared_ptr<const VerifyResult> Verified; ///< nothing: no engine was asked about this function itself
};

/// Everything that `check` finds out.
struct CheckResult {
  Impact Touched;
  Verdict Whole;
  std::vector<CheckedFunction> Functions; ///< all from which a change can be reached, what to look at first in front
  std::vector<Surrounding> World;         ///< what runs and formulas were told by the world
  ChangeExposure Exposure;                ///< how far inputs come with each change; no changes: nobody looked
  unsigned EqualFunctions = 0;            ///< functions of both versions from which no change can be reached
  unsigned ChangeComplexity = 0;          ///< CyCC over the blocks of the new version
  unsigned ChangedLines = 0;              ///< lines of the new version with changed code

  /// The witness that a summary shows.
  const FunctionVerdict *firstDifference() const;
};

/// Impact and complexity first, then the bounded proof of every changed function, of its direct callers where they
/// still matter, and of the whole program; then the partitions of those that are different or undecided; then inputs
/// for the changes that nothing has shown yet. All within one budget.
CheckResult checkPair(const ChangeMap &Map, const CheckOptions &Options, const Workspace &Place);

} // namespace vernier
