#pragma once

#include "base/Budget.h"
#include "solver/SmtScript.h"

namespace vernier::efsm {

/// The solver with the time that one question may take, and the time for all of them. Everything that asks about one
/// pair of machines shares one, so that its statistics count every question.
class Reasoner {
public:
  explicit Reasoner(std::chrono::milliseconds Limit = std::chrono::milliseconds(2000), Budget All = {})
      : Limit(Limit), All(All) {}

  SmtAnswer check(const std::string &Script, SmtScripts::Want What = SmtScripts::Want::Answer) {
    if (All.exhausted())
      return {Satisfiable::Unknown, {}, "the time was used up (--time gives it more)"};
    return Scripts.check(Script, std::min(Limit, All.left().value_or(Limit)), What);
  }
  /// It answers nothing any more.
  bool isExhausted() const { return All.exhausted(); }
  const SolverStatistics &statistics() const { return Scripts.statistics(); }

private:
  SmtScripts Scripts;
  std::chrono::milliseconds Limit;
  Budget All;
};

} // namespace vernier::efsm
