#pragma once

#include "base/Random.h"
#include "random/RandomPair.h"
#include "random/Syntax.h"

namespace vernier::test {

/// Puts a shape of docs/traps.md into both versions of a program: declarations at the top, statements somewhere in the
/// body of the entry. Returns the name of the shape.
std::string addTrapShape(SourceProgram &Old, SourceProgram &New, const std::vector<InputParameter> &Inputs, Random &Rng,
                         const GeneratorOptions &Options);

} // namespace vernier::test
