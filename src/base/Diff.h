#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace vernier {

/// A longest common subsequence of two sequences, as pairs of positions in order (Myers, "An O(ND) difference
/// algorithm"). Same(i, j) says whether element i of the first equals element j of the second. Sequences that have
/// almost nothing in common (more than MostDifferences edits) are matched at both ends only, so that time and memory
/// stay bounded.
std::vector<std::pair<std::size_t, std::size_t>>
commonSubsequence(std::size_t SizeA, std::size_t SizeB, const std::function<bool(std::size_t, std::size_t)> &Same,
                  std::size_t MostDifferences = 4000);

} // namespace vernier
