#pragma once

#include "abi/Sites.h"

#include <utility>
#include <vector>

namespace vernier {

/// Bytes of the coverage of two versions that mean the same edge or block.
using CommonPlaces = std::vector<std::pair<unsigned, unsigned>>;

/// Those of functions that have one name and branches of the same kinds in the same order. Where a change only looks
/// like that, the places are not the same: who uses them looks for inputs, and proves nothing.
CommonPlaces commonPlaces(const Instrumentation &Old, const Instrumentation &New);

} // namespace vernier
