#pragma once

#include "bitcode/CompilerCommand.h"

#include <string>
#include <vector>

namespace vernier {

/// How a generated build links one program or library. Compilation databases do not say it, the files beside them do.
struct LinkStatement {
  std::string Output;              ///< absolute
  std::vector<std::string> Inputs; ///< objects, archives and libraries, absolute
  CompilerCommand Command;         ///< for its options; an archive has none

  bool isArchive() const { return Output.ends_with(".a"); }
};

/// Reads link.txt in these directories (CMakeFiles/NAME.dir, as CMake's Makefile generators write it).
std::vector<LinkStatement> readLinkTexts(const std::vector<std::string> &TargetDirectories);

/// Reads the link statements of a build.ninja that CMake or Meson wrote; none if there is no such file.
std::vector<LinkStatement> readNinja(const std::string &Path);

} // namespace vernier
