#pragma once

#include "partition/Partition.h"

#include <string_view>

namespace vernier {

/// How others look for a difference, for comparison (Böhme 2014, sections 2.6.6 and 3.5).
enum class Baseline {
  Dart,    ///< every path of the new version, one test each
  Express, ///< only those paths of the new version that may execute a changed statement
  Random,  ///< inputs at random
};

std::string_view toString(Baseline How);

/// Runs both versions on inputs until they differ on one (confirmed on plain builds), nothing is left to try, or the
/// time is over. A difference is a partition of that input alone. A baseline proves nothing: everything else is one
/// unknown partition (code "baseline"). Errors are those of builds.
Result<PartitionResult> searchBaseline(Baseline How, const ChangeMap &Map, const InputSpace &Space,
                                       const PartitionPairOptions &Options, const Workspace &Place);

} // namespace vernier
