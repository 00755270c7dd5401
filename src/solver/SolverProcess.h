#pragma once

#include "solver/Solver.h"

#include <sys/types.h>

#include <functional>
#include <optional>

namespace vernier {

/// One question in a process of its own: a copy of this one, that is ended when its time is over or nobody waits for
/// its answer any more. What it takes, it takes with it. That it crashes, or wants more memory than there is, is an
/// unknown answer.
class SolverProcess {
public:
  /// Ask is called in the copy. The answer may mention terms that are reachable from the conjuncts, and no others.
  /// Share: it may take this part of the memory that is left to this process (base/Memory.h): one of so many.
  SolverProcess(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit, std::function<SolverAnswer()> Ask,
                unsigned Share = 1);
  ~SolverProcess() { end(); }
  SolverProcess(const SolverProcess &) = delete;
  SolverProcess &operator=(const SolverProcess &) = delete;

  /// Waits for the answer, at most until its time is over.
  SolverAnswer wait();
  /// The same without waiting: nothing as long as there is no answer and time is left.
  std::optional<SolverAnswer> poll();
  /// Becomes readable when there is something to poll for; -1: there is already.
  int descriptor() const { return Pipe; }

private:
  using Clock = std::chrono::steady_clock;

  void start(const std::function<SolverAnswer()> &Ask, unsigned Share);
  /// Reads what is there. False: nothing more will come.
  bool receive();
  bool isWhole() const;
  SolverAnswer decode();
  SolverAnswer unknown(const char *Why);
  void end();

  std::vector<Term> Conjuncts;
  Clock::time_point Deadline;
  pid_t Process = -1;
  int Pipe = -1;
  std::string Received;
};

} // namespace vernier
