#pragma once

#include "verdict/Verdict.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace vernier::cli {

/// A report before the work is done.
struct KnownSoFar {
  int Code = 0;
  std::string Text, Json;
};

/// The time that a verb may still take, seen by the process that watches it. It stands still while versions are built.
class WorkClock {
public:
  explicit WorkClock(std::optional<std::chrono::milliseconds> Limit);
  ~WorkClock();
  WorkClock(const WorkClock &) = delete;
  WorkClock &operator=(const WorkClock &) = delete;

  void run();
  void pause();
  std::chrono::milliseconds used() const;
  /// How long it stood still, which is what builds took.
  std::chrono::milliseconds paused() const;
  bool isOver() const;

  /// What is told, should the work have to be ended: what is known so far.
  void keep(const KnownSoFar &Report);
  std::optional<KnownSoFar> kept() const;

private:
  struct Shared;
  Shared *State; ///< memory that both processes see
  std::optional<std::chrono::milliseconds> Limit;
  int Drafts[2]; ///< files without a name: one is read while the next one is written
};

/// Builds are not part of the work.
class Building {
public:
  explicit Building(WorkClock *Clock) : Clock(Clock) {
    if (Clock)
      Clock->pause();
  }
  ~Building() {
    if (Clock)
      Clock->run();
  }
  Building(const Building &) = delete;
  Building &operator=(const Building &) = delete;

private:
  WorkClock *Clock;
};

struct SupervisedVerb {
  std::function<int(WorkClock &)> Run;
  /// What is told, and the exit code, if it had to be ended: the reason is `budget` or `memory`.
  std::function<int(const Reason &, const std::optional<KnownSoFar> &)> Unfinished;
  std::uint64_t Memory = 0;
};

/// Runs a verb in a process of its own, with a deep stack. The engines keep their time and memory themselves; whatever
/// does not is ended here, soon behind its time (a fifth of it and two seconds at the most), and before it holds more
/// than it may.
int supervise(const SupervisedVerb &Verb, WorkClock &Time);

} // namespace vernier::cli
