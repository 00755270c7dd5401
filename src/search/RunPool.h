#pragma once

#include "search/Explored.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vernier {

/// Runs inputs on several programs at once, each in a thread of its own; a single program runs in the caller's thread,
/// so that the order of everything is always the same.
class RunPool {
public:
  explicit RunPool(std::vector<Explored *> Programs);
  ~RunPool();
  RunPool(const RunPool &) = delete;

  std::size_t size() const { return Slots.size(); }
  /// A program that can take an input.
  std::optional<std::size_t> idle();
  /// Runs an idle program. With one program it is done when this returns.
  void start(std::size_t Program, InputAssignment Input);
  /// A program whose run has ended and was not taken yet. Wait: until there is one, as long as any is running.
  std::optional<std::size_t> ended(bool Wait);
  /// What its run did; the program is idle afterwards.
  Result<Run> take(std::size_t Program);

private:
  enum class Phase { Idle, Running, Ended };
  struct Slot {
    Explored *Program = nullptr;
    Phase Now = Phase::Idle;
    InputAssignment Input;
    Status Executed = Done{};
    std::thread Worker;
  };

  void work(Slot &Own);
  std::optional<std::size_t> find(Phase Wanted) const;

  std::mutex Guard; ///< of everything below
  std::condition_variable Changed;
  std::vector<Slot> Slots;
  bool Leaving = false;
};

} // namespace vernier
