#pragma once

#include "base/Result.h"

#include <functional>
#include <string>

namespace vernier {

/// A hash of the files below a directory that tests may read besides the code, by names and contents: those for which
/// IsData says so, given a name relative to the directory. What compilers made does not count, nor what git keeps.
Result<std::string> hashDataFiles(const std::string &Directory,
                                  const std::function<bool(const std::string &Name)> &IsData);

} // namespace vernier
