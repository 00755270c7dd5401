#pragma once

#include "trace/Trace.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// Which bits of a byte of memory that is observed at the end are looked at: the number of the memory, the byte in it.
using ByteMask = std::function<std::uint8_t(std::uint32_t Descriptor, std::uint64_t Offset)>;

/// Where two runs of one input and one build went apart, or would for other inputs that go the same way.
struct TraceDifference {
  enum class Kind : std::uint8_t {
    Decision, ///< a symbolic decision: another one, or under another condition
    Way,      ///< a branch that does not depend on the input
    Output,   ///< bytes, or memory that is compared at the end
    Status,   ///< the status, or the result of a function
    Ending,   ///< how far the run, or its trace, came
  };
  Kind What = Kind::Ending;
  std::uint32_t Site = 0; ///< of the first decision that differs; 0: not known
  std::string Text;       ///< for people
  /// The runs themselves differ. Else they agree, and only the terms below do not.
  bool Certain = true;
  /// What has different terms in the two runs: conditions of decisions, bytes, statuses. Terms may differ and mean the
  /// same (an index that never reaches the elements that nobody wrote): nothing undefined matters to the inputs that
  /// satisfy the decisions of the first run if none of them makes a pair unequal. All pairs, if the difference is not
  /// certain.
  std::vector<std::pair<Term, Term>> Terms;
};

/// Compares traces of one input and one build whose terms are in one store: decisions with their conditions, which
/// edges and blocks were executed, outputs, memory that is compared at the end, statuses, findings. For runs that
/// differ in the filling of memory that nobody wrote (ForkServer::setFill), a difference is an undefined read that
/// matters. Nothing: neither of the two fillings mattered, here or for any other input that satisfies the decisions.
/// What code without instrumentation did is seen in the outcomes only.
///
/// All bytes of memory and of results count, padding too: whoever knows their types compares them better, and needs
/// only differentWays.
std::optional<TraceDifference> differentTerms(Trace &A, Trace &B, const ByteMask &Counts = {});

/// The same without outputs, memory and statuses.
std::optional<TraceDifference> differentWays(Trace &A, Trace &B);

} // namespace vernier
