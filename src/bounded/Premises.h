#pragma once

#include "bounded/Compare.h"

#include <functional>
#include <string>
#include <vector>

namespace vernier {

/// Whether a condition can hold for an input on which both runs have a meaning. What is not decided can.
using MayHold = std::function<bool(Term)>;

/// The premises (docs/composition.md) under which a function that is proved equal alone is equal for a caller, as
/// codes of assumptions: those that the runs rest on, or that differences rest on which only a caller can see.
std::vector<std::string> openPremises(const Comparison &Found, const Executor &Old, const Executor &New,
                                      const MayHold &Ask);

/// An induction over calls that stand for their results says nothing about runs that do not end. It holds for them,
/// too, if both versions make the same calls, or if each of them only makes calls that come closer to an end. The
/// parameters are those of the entry, as terms.
bool endAlike(TermStore &Store, const std::vector<Term> &Parameters, const Executor &Old, const Executor &New,
              const MayHold &Ask);

} // namespace vernier
