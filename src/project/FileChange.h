#pragma once

#include <string>

namespace vernier {

enum class FileStatus { Added, Removed, Modified, Renamed };

/// One file that differs between two trees, with its contents on both sides. A side that does not exist has an empty
/// path.
struct FileChange {
  FileStatus Status = FileStatus::Modified;
  std::string OldPath;
  std::string NewPath;
  std::string OldText;
  std::string NewText;
  /// The contents are not text (a NUL byte near the start, as git decides it).
  bool Binary = false;
  /// Why there are no contents ("binary file", "submodule", "symbolic link", ...); empty when they are there.
  std::string Omitted;

  /// The path to show and to judge by its suffix: the new one where there is one.
  const std::string &path() const { return NewPath.empty() ? OldPath : NewPath; }
};

} // namespace vernier
