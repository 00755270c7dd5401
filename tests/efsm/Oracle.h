#pragma once

#include "efsm/reasoning/Interface.h"
#include "efsm/reasoning/Select.h"

namespace vernier::efsm::test {

/// What running both machines says of one test.
struct Truth {
  std::optional<std::string> Interface; ///< what the new machine does not know
  TestRun Old, New;
  std::optional<unsigned> OldStep, NewStep; ///< where a changed transition is executed first

  bool exercises() const { return OldStep || NewStep; }
  std::optional<unsigned> step() const;
  /// Both runs have one meaning, as far as they matter.
  bool isClear() const;
};

class Oracle {
public:
  Oracle(const Machine &Old, const Machine &New, const Suite &Tests, RunOptions Options = {});

  Truth truth(unsigned Test) const;
  /// Why a decision is not the one that the runs ask for; empty if it is. Limit: so many internal transitions in a row
  /// may be too many for the decision.
  std::string disagreement(const Decision &Decided, const Truth &Runs, std::optional<unsigned> Limit = {}) const;

  const MachineDiff &changes() const { return Changes; }

private:
  std::string disagreementOnEnd(const Decision &Decided, const Truth &Runs) const;
  bool completes(const Decision &Decided) const;
  bool canComplete(const Truth &Runs) const;

  const Machine &Old, &New;
  const Suite &Tests;
  RunOptions Options;
  MachineDiff Changes;
  TranslatedSuite Translated;
};

} // namespace vernier::efsm::test
