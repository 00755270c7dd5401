#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Compatibility.h"

namespace vernier::efsm {

struct SearchOptions {
  unsigned MaxInputs = 8;
  unsigned MaxInternal = 24;  ///< internal transitions on the way, all together
  unsigned MaxQueries = 1500; ///< then the answer is Unknown
  unsigned MaxUnknown = 3;    ///< questions without an answer; the same
};

/// A run that is looked for: from a configuration (unknown variables may have any value) to an initial state.
struct SearchGoal {
  Configuration From;
  bool FromInitial = false;  ///< the predicate of the initial state holds at the start
  std::vector<bool> Through; ///< one of these transitions is executed; empty: no matter which
};

enum class SearchEnd { Found, None, Unknown };

struct SearchResult {
  SearchEnd End = SearchEnd::Unknown;
  /// None: there is no run of any length, since no path of the graph of states leads there; else there is none within
  /// the bounds.
  bool OfAnyLength = false;
  std::string Why;               ///< Unknown
  Configuration From;            ///< Found: with values for what was unknown
  std::vector<TestInput> Inputs; ///< Found
  unsigned Queries = 0;
};

/// Symbolic execution with free arguments (Guo 2017, section 3.5.4), the shortest first, guided by the distance in the
/// graph of states. What it finds was executed by the interpreter before it is told.
SearchResult search(const Machine &Of, const SearchGoal &Goal, Reasoner &Solver, Compatibility *Graph,
                    const SearchOptions &Options = {});

} // namespace vernier::efsm
