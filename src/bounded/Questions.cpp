#include "bounded/Questions.h"

#include <algorithm>

namespace vernier {

Questions::Questions(TermStore &Store, Term Assumed, const BoundedOptions &Options)
    : Options(Options), Start(Clock::now()), Deadline(Start + Options.Time), Engine(makeSolver(Store)),
      Assumed(Assumed) {}

Questions::milliseconds Questions::remaining() const {
  if (interrupted())
    return milliseconds(1);
  return std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(Deadline - Clock::now()));
}

SolverAnswer Questions::check(std::initializer_list<Term> Conjuncts) {
  std::vector<Term> All(Conjuncts);
  All.push_back(Assumed);
  for (Term Conjunct : All)
    if (Conjunct.isFalse())
      return {Satisfiable::No, Assignment(), {}};
  return Engine->check(All, std::min(Options.QueryTime, remaining()));
}

SolverAnswer Questions::checkQuickly(Term Condition, milliseconds Most) {
  return Engine->check({Condition, Assumed}, std::min(Most, remaining()));
}

} // namespace vernier
