#pragma once

#include "Common.h"

#include "check/Check.h"
#include "project/Workspace.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier::cli {

/// What `check` says about a pair, whether that is one program or a build with many targets.
struct CheckedTargets {
  Verdict Whole;
  std::string Line; ///< the verdict in one line
  std::string Text;
  llvm::json::Object Document;
  llvm::json::Object PageDocument; ///< the same if there is no page
};

/// Compares the target that --target names, or every target that contains changed code, within one budget, and lists
/// what changed beside them.
Result<CheckedTargets> checkTargets(CommonOptions Options, const CheckOptions &Wanted, const Workspace &Place,
                                    bool Page);

/// Without --target, the one of several targets that a function of the name and a change are in. Sets Options, and
/// returns the names of further ones that could have been taken.
Result<std::vector<std::string>> chooseTargetOf(CommonOptions &Options, const std::string &Entry,
                                                const Workspace &Place);

} // namespace vernier::cli
