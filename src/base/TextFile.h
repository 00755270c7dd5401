#pragma once

#include "base/Result.h"

#include <string>
#include <string_view>

namespace vernier {

/// The bytes of a file, whatever they are.
Result<std::string> readTextFile(const std::string &Path);
/// Makes the file, or replaces what it held.
Status writeTextFile(const std::string &Path, std::string_view Contents);

} // namespace vernier
