#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "changes/ChangeMap.h"
#include "execution/builds/PlainBuild.h"
#include "input/InputSpace.h"
#include "partition/Partitions.h"
#include "project/Workspace.h"

#include <llvm/ADT/ArrayRef.h>

#include <memory>
#include <string>
#include <vector>

namespace vernier {

class SharedBuilds;

/// How conditions are made of traces.
enum class PartitionMode {
  Sliced, ///< what the outcomes depend on, or what keeps changes from being reached
  Path,   ///< every decision of every version: fine classes, and little that could be wrong (--no-slice)
};

struct PartitionPairOptions {
  PartitionMode Mode = PartitionMode::Sliced;
  /// Of sliced partitions: branches that only choose between values become part of the values where there are at least
  /// so many of them. Fewer and larger classes, with conditions that are harder to read. 0: never.
  unsigned MergeFrom = 12;
  /// Signed overflow is undefined. The classes of such a search are those of whole paths, which nothing is left out of
  /// that may overflow.
  bool CheckOverflow = false;
  PartitionOptions Search;
  std::optional<std::chrono::milliseconds> Time; ///< in place of Search.Time: building does not count
  Budget Whole;                                  ///< of building and searching together
  Observation Observed;
  std::chrono::milliseconds RunTime{2000};
  std::uint64_t RunMemory = std::uint64_t(2) << 30;
  std::string Store; ///< file; empty: none
  bool Resume = false;
  std::string QueryLog;
  std::uint64_t Seed = 1; ///< of what is chosen at random
  /// For several explorations of one pair (traced/SharedBuilds.h).
  std::shared_ptr<SharedBuilds> Builds;
};

/// What exploring the partitions of a list of versions gave. Terms live in the store that is kept here.
struct PartitionResult {
  std::shared_ptr<TermStore> Store;
  std::vector<Term> Leaves;
  Term Admitted; ///< the assumptions of the space; nothing: none
  PartitionSearch Found;
  std::vector<std::vector<Location>> Sites; ///< by version and site number
  std::vector<std::string> Assumptions;     ///< codes, of every claim
  std::vector<std::string> Notes;
};

/// Partition-based regression verification (Böhme 2014, chapter 3) of a pair. Errors are those of builds.
Result<PartitionResult> partitionPair(const ChangeMap &Map, const InputSpace &Space,
                                      const PartitionPairOptions &Options, const Workspace &Place);

/// The same of a list of versions (Böhme 2014, section 3.2.3): equal is what all of them show alike. A map for each
/// version and the next, and the spaces of these pairs (input/CommonSpaces.h). Ids of changed statements count
/// through all maps.
Result<PartitionResult> partitionVersions(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                                          const PartitionPairOptions &Options, const Workspace &Place);

} // namespace vernier
