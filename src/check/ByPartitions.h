#pragma once

#include "check/EntryJob.h"

namespace vernier {

/// What is known before partitions are explored.
struct KnownBefore {
  bool Proof = false; ///< the bounded proof was tried, and the result holds what it says
  /// Inputs that differ, shown by runs. Classes that say they do something undefined in both versions drop them.
  std::vector<VerifiedPartition> Differences;
  std::vector<InputAssignment> Telling; ///< inputs that scouts begin with
};

/// Explores partitions, or searches as a baseline does, and joins what they say with what is in the result: nothing
/// that a rung has found is lost to the next. Behind a proof it is no error that nothing can be explored: then it is
/// why, and the result is as it was.
Result<std::optional<Error>> exploreByPartitions(EntryJob &Job, std::chrono::milliseconds Time, KnownBefore Known);

} // namespace vernier
