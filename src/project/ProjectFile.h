#pragma once

#include "base/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// The name of the file in which a project keeps flags.
inline constexpr const char *ProjectFileName = ".vernier.toml";

/// One flag of a project file.
struct ProjectSetting {
  std::string Section; ///< empty, `check`, `function.NAME`
  std::string Flag;    ///< its long name without the dashes
  std::vector<std::string> Values;
  bool Switch = false; ///< a boolean: it has no value and is given if On
  bool On = true;
  unsigned Line = 0;
};

struct ProjectFile {
  std::string Path, Directory;
  std::vector<ProjectSetting> Settings;

  /// `FILE:LINE`
  std::string placeOf(const ProjectSetting &Setting) const { return Path + ":" + std::to_string(Setting.Line); }
};

/// That of Directory, or the nearest above it up to the root of its git repository; nothing if there is none. It can
/// name commands, so a file that belongs to somebody else is an error.
Result<std::optional<ProjectFile>> findProjectFile(const std::string &Directory);

/// Reads one; Path is for messages.
Result<ProjectFile> parseProjectFile(const std::string &Text, const std::string &Path);

} // namespace vernier
