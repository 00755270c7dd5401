#pragma once

#include "base/Random.h"
#include "support/TermScript.h"

namespace vernier::test {

struct RandomTermOptions {
  std::vector<unsigned> Widths = {1, 7, 8, 16, 32, 64, 65, 128};
  unsigned Variables = 4;
  unsigned Steps = 24; ///< beyond the variables
  unsigned WidestConcat = 128;
  bool Floats = false;    ///< floating-point steps on 16, 32 and 64 bits
  bool Remainders = true; ///< FRem, which only evaluation understands
  bool Bounds = false;    ///< some variables get bounds
  bool Division = true;
};

/// A random script in which simplifications find something to do: operands are reused, constants are those that rules
/// look for.
TermScript randomScript(Random &Generator, const RandomTermOptions &Options);

/// Values of the variables, within their bounds: borders, constants of the script and their neighbours, special
/// floating-point numbers, anything.
Values randomInputs(Random &Generator, const TermScript &Script);

} // namespace vernier::test
