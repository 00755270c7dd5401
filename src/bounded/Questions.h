#pragma once

#include "bounded/Bounded.h"
#include "solver/Solver.h"

#include <chrono>
#include <memory>

namespace vernier {

/// What a bounded proof asks the solver: always about inputs that are assumed, and never longer than the proof may
/// take.
class Questions {
public:
  using Clock = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;

  /// The options outlive it. The time of the proof begins now.
  Questions(TermStore &Store, Term Assumed, const BoundedOptions &Options);

  /// Whether an input satisfies all of them.
  SolverAnswer check(std::initializer_list<Term> Conjuncts);
  /// The same in at most that time, for questions that are worth little.
  SolverAnswer checkQuickly(Term Condition, milliseconds Most);

  bool interrupted() const { return Options.Interrupt && *Options.Interrupt; }
  milliseconds remaining() const;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - Start).count(); }
  bool isLate() const { return Clock::now() > Deadline; }
  /// Another bound takes at least as long as everything before it.
  bool halfLeft() const { return !interrupted() && Clock::now() + (Clock::now() - Start) * 2 < Deadline; }

  Term assumed() const { return Assumed; }
  SolverStatistics statistics() const { return Engine->statistics(); }
  Clock::time_point deadline() const { return Deadline; }

private:
  const BoundedOptions &Options;
  Clock::time_point Start, Deadline;
  std::unique_ptr<Solver> Engine;
  Term Assumed;
};

} // namespace vernier
