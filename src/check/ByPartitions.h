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
/// that a rung has found is lost to the next. False: nothing can be explored, and the result is as it was.
Result<bool> exploreByPartitions(EntryJob &Job, std::chrono::milliseconds Time, KnownBefore Known);

} // namespace vernier
