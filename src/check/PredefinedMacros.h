#pragma once

#include "changes/ChangeMap.h"

#include <set>
#include <string>

namespace vernier {

// Macros that need not be what they are in our builds: of the compiler, its options and the day. Code under them may be
// another one in the user's build, and bitcode does not show it.

/// Those that a text names.
void addPredefinedMacros(llvm::StringRef Text, std::set<std::string> &To);
/// Those that files name which are not the same in both versions; where levels of optimisation differ, those of levels
/// that any file names.
std::set<std::string> predefinedMacros(const ChangeMap &Map);
/// The assumption: `predefined-macros: NAME, NAME`.
std::string predefinedMacrosCode(const std::set<std::string> &Macros);

} // namespace vernier
