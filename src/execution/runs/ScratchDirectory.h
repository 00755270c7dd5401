#pragma once

#include "base/Result.h"
#include "execution/runs/Descriptor.h"
#include "project/Workspace.h"
#include "verdict/Outcome.h"

#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace vernier {

/// A file of the input.
struct ScratchFile {
  std::string Name; ///< relative, below the directory
  std::string Contents;
};

/// The area that a directory to work in belongs to; empty: it is none of a ScratchDirectory.
std::string scratchArea(const std::string &Path);

/// An area that runs may write to, with a directory to work in and an empty home. A run sees it as its /tmp, where the
/// system can do that. Nothing that one run leaves is there for the next one.
class ScratchDirectory {
public:
  static Result<ScratchDirectory> create(const Workspace &Place);
  ScratchDirectory(ScratchDirectory &&) noexcept = default;
  ScratchDirectory &operator=(ScratchDirectory &&Other) noexcept;
  ~ScratchDirectory();

  /// The directory to work in.
  const std::string &path() const { return Path; }
  /// Empties it; cheap if there is nothing in it.
  Status clean();
  /// All files get the same time of modification, long ago: it changes when they are written to.
  Result<struct stat> put(const ScratchFile &File);
  /// What a run created, changed or removed, by name.
  std::vector<NamedValue> changes() const;
  /// There is more in it than a run may leave.
  bool isFull() const;

private:
  ScratchDirectory() = default;
  bool isEmpty() const;

  std::string Area, Path;
  Descriptor OpenedArea, Opened, OpenedHome;
  std::vector<NamedValue> Given; ///< files that were put into it since it was empty
};

} // namespace vernier
