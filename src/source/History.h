#pragma once

#include "base/Result.h"
#include "project/Git.h"
#include "source/Complexity.h"

#include <string>
#include <vector>

namespace vernier {

/// A measured commit, range or pair of trees.
struct MeasuredChange {
  std::string Id; ///< of the commit; "OLD..NEW" for anything else
  std::string Subject;
  CommitComplexity Complexity;
  double Seconds = 0;
};

/// What a commit changed against its first parent. Paths are pathspecs that narrow it.
Result<MeasuredChange> measureCommit(const GitRepository &Repository, const CommitInfo &Commit,
                                     const std::vector<std::string> &Paths = {}, const ComplexityOptions &Options = {});
/// Everything between two commits as one change; an empty OldCommit is the empty tree.
Result<MeasuredChange> measureBetween(const GitRepository &Repository, const std::string &OldCommit,
                                      const std::string &NewCommit, const std::vector<std::string> &Paths = {});
/// Two files, or two directories file by file. Only files with one of Paths as their name or above it, if there are
/// any.
Result<MeasuredChange> measureTrees(const std::string &Old, const std::string &New,
                                    const std::vector<std::string> &Paths = {});

} // namespace vernier
