#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// With how many arguments the whole program is tried: the usual number, or else the smallest one with which `main` can
/// come to a change as far as its own comparisons of `argc` say. A choice of inputs, no claim.
unsigned argumentsThatReachAChange(const ChangeMap &Map, unsigned Usual);

} // namespace vernier
