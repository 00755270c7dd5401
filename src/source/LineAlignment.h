#pragma once

#include "source/Myers.h"

namespace vernier {

/// A longest common subsequence like align(), and among those one that keeps words of similar lines together: where
/// `a = 1; b = 2;` becomes `b = 3;`, what is left of b is not taken for what was left of a. Lines gives the line of
/// each item. Large inputs fall back to align().
Alignment alignByLines(const std::vector<std::uint32_t> &Old, const std::vector<std::uint32_t> &OldLines,
                       const std::vector<std::uint32_t> &New, const std::vector<std::uint32_t> &NewLines);

} // namespace vernier
