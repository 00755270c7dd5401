#pragma once

#include "term/Term.h"

#include <cstdint>
#include <vector>

namespace vernier {

enum class DecisionKind : std::uint8_t {
  Branch,
  Switch,
  Target, ///< an indirect call or a computed goto
  Pin,    ///< a concretisation: other values exist, but trying them one by one does not end
  Trap,   ///< side 1: nothing was wrong; side 0: it trapped
  Length, ///< one of a few values, each of which is worth a try
};

/// One symbolic decision of a run, in the order in which they were made.
struct Decision {
  DecisionKind What = DecisionKind::Branch;
  std::uint32_t Site = 0; ///< of the instruction; equal for equal places in all runs of one build
  std::uint64_t Side = 0; ///< which way: equal sides of equal prefixes are the same way
  Term Taken;             ///< one bit: the condition on the inputs under which this side is taken here
  std::uint32_t Node = 0; ///< in the trace
};

} // namespace vernier
