#pragma once

#include "changes/ChangeMap.h"

#include <set>
#include <string>

namespace vernier {

// What bitcode of the versions does not show, for the users are elsewhere, or look at no bits: how something is
// declared.

/// What code outside of the program uses and that has another type: functions (what they return, what their pointers
/// lead to) and variables. Functions with other promises to the optimiser (`pure`, `const`, `restrict`).
std::set<std::string> otherDeclarations(const ChangeMap &Map);

/// Bit-fields in C that are wider than `int`: `s.a`. Compilers do not agree in which width they are computed.
std::set<std::string> wideBitFields(const Program &Version);

/// The version is a library: its users are elsewhere.
bool isLibrary(const ChangeMap &Map);

} // namespace vernier
