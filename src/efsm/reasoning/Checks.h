#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Reasoner.h"

namespace vernier::efsm {

/// A state in which two transitions are enabled at once, confirmed by evaluation.
struct Overlap {
  unsigned First = 0, Second = 0; ///< in Machine::Transitions
  Configuration At;
  std::optional<TestInput> Input; ///< of external transitions
};

/// What the solver says of a model (Guo 2017, section 3.3.1: machines are deterministic and consistent).
struct ModelChecks {
  std::vector<Overlap> Overlaps;
  std::vector<unsigned> NeverEnabled; ///< their guards are unsatisfiable
  /// For people: what the solver gave no answer to.
  std::vector<std::string> UndecidedOverlaps, UndecidedGuards;
  unsigned Queries = 0;

  bool deterministic() const { return Overlaps.empty() && UndecidedOverlaps.empty(); }
  bool consistent() const { return NeverEnabled.empty() && UndecidedGuards.empty(); }
  bool decided() const { return UndecidedOverlaps.empty() && UndecidedGuards.empty(); }
};

/// Deterministic: no two internal transitions of a state are enabled together, nor two external ones for the same input
/// where no internal one is. Consistent: every guard is satisfiable. Both for all values of the variables, reachable or
/// not.
ModelChecks checkModel(const Machine &Of, Reasoner &Solver);

/// Only whether it is deterministic.
bool isDeterministic(const Machine &Of, Reasoner &Solver);

} // namespace vernier::efsm
