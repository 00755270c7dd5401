#pragma once

#include "efsm/reasoning/Interface.h"
#include "efsm/reasoning/Select.h"

#include <map>

namespace vernier::efsm {

/// Where a changed transition was executed first.
struct Hit {
  unsigned Step = 0;
  unsigned Transition = 0;
};

/// What is known of one test (or one way of it) when its last input was applied.
struct Findings {
  unsigned Test = 0;
  std::optional<Hit> Old, New; ///< New is looked for to the end, Old only until one of them is found
  /// Of the new machine: every input was processed, and the state at the end is initial.
  bool Complete = false;
  StepEnd NewEnd = StepEnd::Rest;
  unsigned FailedStep = 0;
  std::string FailedWhy;
  std::optional<unsigned> Mismatch; ///< the step with other outputs than expected
  std::string MismatchWhy;
  /// The new machine right behind the step of New, at rest; nothing if that step did not come to a rest.
  std::optional<Configuration> AfterHit;
  Evidence Why;
};

/// The rules by which a test that was followed is judged (Guo 2017, section 3.5.4), the same for evaluation and for
/// formulas.
class Judge {
public:
  Judge(const Machine &Old, const Machine &New, Reasoner &Solver, Compatibility &NewGraph, const SelectOptions &Options)
      : Old(Old), New(New), Solver(Solver), NewGraph(NewGraph), Options(Options) {}

  Decision decide(const Findings &Found);
  Decision interface(unsigned Test, const TranslatedSuite::Problem &Why) const;
  Decision undecided(const Findings &Found, DecisionReason Reason, std::string Why) const;

  std::size_t completions() const { return Completions.size(); }

private:
  Decision base(const Findings &Found) const;
  void decideIncomplete(const Findings &Found, Decision &Result);
  const SearchResult &completion(const Configuration &From);

  const Machine &Old, &New;
  Reasoner &Solver;
  Compatibility &NewGraph;
  const SelectOptions &Options;
  std::map<std::pair<unsigned, std::vector<Value>>, SearchResult> Completions;
};

} // namespace vernier::efsm
