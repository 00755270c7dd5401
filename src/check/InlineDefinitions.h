#pragma once

#include "changes/ChangeMap.h"

#include <set>
#include <string>

namespace vernier {

/// Functions with a definition that compilers may take or leave (`inline` without `extern` in C), which is not the same
/// in both versions. Our programs call the other definition, of the same name.
std::set<std::string> otherInlineDefinitions(const ChangeMap &Map);

} // namespace vernier
