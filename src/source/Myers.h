#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace vernier {

/// A longest common subsequence of two sequences (Myers, "An O(ND) difference algorithm", with linear space): for each
/// element its partner in the other sequence, or Unmatched.
struct Alignment {
  static constexpr unsigned Unmatched = ~0u;
  std::vector<unsigned> NewOf; ///< by position in the old sequence
  std::vector<unsigned> OldOf; ///< by position in the new sequence
  /// False when the sequences differ so much that the search was cut off; the alignment is then valid, but not longest.
  bool Longest = true;

  bool identical() const;
};

Alignment align(const std::vector<std::uint32_t> &Old, const std::vector<std::uint32_t> &New,
                unsigned MostDifferences = 20'000);

} // namespace vernier
