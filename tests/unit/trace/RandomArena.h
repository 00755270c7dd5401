#pragma once

#include "ArenaWriter.h"

#include "base/Random.h"

namespace vernier::test {

/// A trace in good order: random operations with the values that their terms have on the input, memory, tables,
/// decisions, potential definitions, outputs.
void fillRandomly(ArenaWriter &W, Random &Generator, unsigned Steps);

} // namespace vernier::test
