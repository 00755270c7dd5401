#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vernier {

/// Why work stopped before it was finished.
enum class StopReason { None, Time, Interrupted, Runs, Memory };

std::string_view toString(StopReason Reason);

/// A time limit that is passed down to everything that may take long.
class Budget {
public:
  Budget() = default;
  explicit Budget(std::chrono::milliseconds Limit) : End(Clock::now() + Limit) {}

  explicit Budget(std::chrono::steady_clock::time_point End) : End(End) {}
  /// So much from now on, but not beyond the end of this one.
  Budget part(std::chrono::milliseconds Limit) const;

  bool exhausted() const { return End && Clock::now() >= *End; }
  /// Milliseconds left; nothing when there is no limit.
  std::optional<std::chrono::milliseconds> left() const;

private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> End;
};

/// Reads `30s`, `5m`, `250ms`, `1h` or a plain number of seconds; nothing if the text is none of these.
std::optional<std::chrono::milliseconds> parseDuration(std::string_view Text);

/// Measures one stage.
class Stopwatch {
public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - Start).count(); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Start = Clock::now();
};

} // namespace vernier
