#pragma once

#include "solver/SmtScript.h"

namespace vernier::efsm {

/// The solver with the time that one question may take. Everything that asks about one pair of machines shares one, so
/// that its statistics count every question.
class Reasoner {
public:
  explicit Reasoner(std::chrono::milliseconds Limit = std::chrono::milliseconds(2000)) : Limit(Limit) {}

  SmtAnswer check(const std::string &Script, SmtScripts::Want What = SmtScripts::Want::Answer) {
    return Scripts.check(Script, Limit, What);
  }
  const SolverStatistics &statistics() const { return Scripts.statistics(); }

private:
  SmtScripts Scripts;
  std::chrono::milliseconds Limit;
};

} // namespace vernier::efsm
