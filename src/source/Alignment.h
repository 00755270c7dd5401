#pragma once

#include <cstdint>
#include <vector>

namespace vernier {

/// A common subsequence of two sequences: for each element its partner in the other, or Unmatched.
struct Alignment {
  static constexpr unsigned Unmatched = ~0u;
  std::vector<unsigned> NewOf; ///< by position in the old sequence
  std::vector<unsigned> OldOf; ///< by position in the new sequence
};

/// A longest one (base/Diff.h); shorter where the sequences have almost nothing in common.
Alignment align(const std::vector<std::uint32_t> &Old, const std::vector<std::uint32_t> &New);

/// Also a longest one, and among those one that keeps words of similar lines together: where `a = 1; b = 2;` becomes
/// `b = 3;`, what is left of b is not taken for what was left of a. Lines gives the line of each item. Large inputs
/// fall back to align().
Alignment alignByLines(const std::vector<std::uint32_t> &Old, const std::vector<std::uint32_t> &OldLines,
                       const std::vector<std::uint32_t> &New, const std::vector<std::uint32_t> &NewLines);

} // namespace vernier
