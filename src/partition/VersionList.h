#pragma once

#include "partition/VersionsGeneraliser.h"

namespace vernier {

/// Versions that are ready to be run, and the result that is to be filled with what they show.
struct VersionList {
  PartitionResult Result;
  std::unique_ptr<VersionsGeneraliser> Run; ///< refers to the terms of the result

  SymbolicInput inputs() const { return {*Result.Store, Result.Leaves, Result.Admitted}; }
};

/// Builds all versions: those that the first map is of, and the new one of each other map. The spaces are those of
/// commonSpaces(), and must live as long as the list.
Result<std::unique_ptr<VersionList>> listVersions(llvm::ArrayRef<const ChangeMap *> Maps,
                                                  llvm::ArrayRef<InputSpace> Spaces,
                                                  const PartitionPairOptions &Options, const Workspace &Place);

} // namespace vernier
