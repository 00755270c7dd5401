#pragma once

#include <string>
#include <vector>

namespace vernier {

/// Directories besides the system's that an executable loads libraries from.
std::vector<std::string> libraryDirectories(const std::string &Executable);

} // namespace vernier
