#pragma once

#include "partition/VersionsGeneraliser.h"

namespace vernier {

/// Versions that are ready to be run, and the result that is to be filled with what they show.
struct VersionList {
  PartitionResult Result;
  std::unique_ptr<VersionsGeneraliser> Run; ///< refers to the terms of the result

  SymbolicInput inputs() const { return {*Result.Store, Result.Leaves, Result.Admitted}; }
};

/// Builds both versions of a pair. The space must live as long as the list.
Result<std::unique_ptr<VersionList>> listVersions(const ChangeMap &Map, const InputSpace &Space,
                                                  const PartitionPairOptions &Options, const Workspace &Place);

} // namespace vernier
