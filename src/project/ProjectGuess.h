#pragma once

#include <string>
#include <vector>

namespace vernier {

/// What the files at the root of a project tell about how it is built and tested.
struct ProjectGuess {
  std::string System;               ///< `CMake`, `Meson`, `autotools`, `make`; empty if nothing is known
  std::string Build;                ///< the command that makes a fresh copy of the tree
  std::string Test;                 ///< the command that runs its tests; empty if none was seen
  std::vector<std::string> Sources; ///< without a build system: the files at the root
};

ProjectGuess guessProject(const std::string &Directory);

/// The text of a project file that says so, with comments for what can be added.
std::string projectFileText(const ProjectGuess &Guess);

} // namespace vernier
