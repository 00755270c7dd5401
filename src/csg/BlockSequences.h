#pragma once

#include "csg/SequenceGraph.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// One call in a block. Control enters one of Targets and comes back behind the call if that target returns.
struct FlowCall {
  std::vector<unsigned> Targets; ///< function indices
  /// The call may also reach code that is not part of the program; control then passes without a change.
  bool MayCallOther = false;
};

/// How control leaves a function from a block without successors, or beside them.
enum class FlowLeave {
  None,
  Return,  ///< back to the callers
  Program, ///< the program ends here (exit, abort)
};

struct FlowBlock {
  std::vector<unsigned> Successors;
  std::vector<FlowCall> Calls; ///< in the order of execution
  FlowLeave Leave = FlowLeave::None;
  bool Changed = false;
  SequenceNodeKind Kind = SequenceNodeKind::Change; ///< of its node, when changed
  Location Where;
  std::string Label;
};

struct FlowFunction {
  std::string Name;
  std::vector<FlowBlock> Blocks;
  unsigned Entry = 0;
  /// Every caller is in the program. Otherwise the function counts as called from outside: its entry may be what is
  /// executed first, its return what is executed last.
  bool AllCallersKnown = false;
};

/// A program as far as it is known.
struct FlowProgram {
  std::vector<FlowFunction> Functions;
  std::optional<unsigned> Main; ///< called from outside whatever its flag says
};

/// The inter-procedural change sequence graph over changed blocks (Böhme 2014, algorithm 7, definition 14). The
/// algorithm as printed is completed where it would miss sequences:
/// - a callee that can return without executing a change lets control pass on behind the call;
/// - a change from which the end of its function is reached goes on behind the calls of that function, in every caller;
/// - an unchanged callee is entered too, since it may call changed functions;
/// - what is visited is remembered for each start, not once for all.
/// A changed block counts as executed when control enters it, before its own calls. Returning to "every caller" is the
/// one imprecision: it ignores which caller was actually there.
SequenceGraph blockSequences(const FlowProgram &Program);

} // namespace vernier
