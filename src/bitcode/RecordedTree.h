#pragma once

#include "bitcode/VersionBuilder.h"

#include <string>
#include <vector>

namespace vernier {

/// An executable that a recorded build made. Copies of it (installed ones, say) belong to it.
struct RecordedExecutable {
  std::string Name;               ///< what --target takes
  std::vector<std::string> Files; ///< relative to the tree
};

/// The finished tree of a recorded build, and where the command ran that made it: files of the tree may name that
/// place.
struct RecordedTree {
  std::string Finished; ///< never changed
  std::string Place;
  std::string LockName; ///< Workspace::lock: whoever works in the place holds it
  std::vector<RecordedExecutable> Executables;
};

/// A directory or a revision, built with --build as buildVersion() would.
Result<RecordedTree> recordedTree(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                  BuildStatistics *Statistics = nullptr);

} // namespace vernier
