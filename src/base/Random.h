#pragma once

#include <cstdint>

namespace vernier {

/// Seeded randomness with the same sequence on every machine (SplitMix64); the standard distributions do not promise
/// that.
class Random {
public:
  explicit Random(std::uint64_t Seed) : State(Seed) {}

  std::uint64_t next();
  /// Uniform in [0, Bound); 0 for Bound 0.
  std::uint64_t below(std::uint64_t Bound);
  /// Uniform in [Low, High].
  std::int64_t between(std::int64_t Low, std::int64_t High);
  /// True in Percent of 100 cases.
  bool chance(unsigned Percent) { return below(100) < Percent; }

private:
  std::uint64_t State;
};

} // namespace vernier
