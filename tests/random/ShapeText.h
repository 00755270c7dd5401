#pragma once

#include <vector>

namespace vernier::test {

/// What a pair has to allow for a shape to be in it.
enum class Needs { Nothing, Traps, Hangs, Undefined };

/// A shape as text. `{{old<>new}}` is what differs; $x and $y are inputs, $c, $d and $e small constants that are drawn
/// for each pair ($c and $d within the range of the inputs, $e one of 1 to 5).
struct ShapeText {
  const char *Name;
  Needs Allowed;
  const char *Top;  ///< declarations
  const char *Body; ///< the inside of a block of the entry
};

/// Besides those of docs/traps.md: pairs that a slice of a run, or a comparison of two, gets wrong when it forgets one
/// sort of dependence.
const std::vector<ShapeText> &slicingTexts();

} // namespace vernier::test
