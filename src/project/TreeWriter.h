#pragma once

#include "base/Result.h"
#include "project/Git.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vernier {

/// Writes files of a version below a directory of ours, whatever their names and links want: nothing is written
/// outside of it, and no link in it leads out of it. What is left out is noted.
class TreeWriter {
public:
  /// The directory is created if it is missing, and must be empty.
  static Result<TreeWriter> into(const std::string &Directory);

  /// Whether such an entry is written at all; if not, that is noted.
  bool accepts(const std::string &Path, TreeEntry::Kind Kind);
  /// The contents of a link are what it leads to.
  Status write(const std::string &Path, TreeEntry::Kind Kind, std::string_view Contents);
  /// Links come last: no file is ever written through one.
  Result<ExportReport> finish();

private:
  explicit TreeWriter(std::string Directory) : Directory(std::move(Directory)) {}

  struct Link {
    std::string Path, Target;
  };
  std::string Directory;
  ExportReport Report;
  std::vector<Link> Links;
};

} // namespace vernier
