#pragma once

#include "efsm/language/Diff.h"
#include "efsm/reasoning/Reasoner.h"

#include <vector>

namespace vernier::efsm {

/// Of a replaced transition (Guo 2017, section 3.5.3): local if both versions leave the same state with the same input,
/// and wherever one of them is enabled, so is the other.
enum class Locality {
  LocalByOld, ///< the old guard implies the new one: who exercises the change executes the new transition
  LocalByNew, ///< the new guard implies the old one: who exercises the change executes the old transition
  LocalByBoth,
  NonLocal,
  Unknown ///< the solver gave no answer
};

/// For each change of a diff. Of anything that is not a replacement: NonLocal.
std::vector<Locality> localitiesOf(const Machine &Old, const Machine &New, const MachineDiff &Changes,
                                   Reasoner &Solver);

inline bool isLocal(Locality What) {
  return What != Locality::NonLocal && What != Locality::Unknown;
}

} // namespace vernier::efsm
