#pragma once

#include <optional>
#include <vector>

namespace vernier {

using ChangeSequence = std::vector<unsigned>;

/// All of one, in its order, is in the other.
bool exercises(const ChangeSequence &Run, const ChangeSequence &Part);

/// A longest sequence that both exercise.
ChangeSequence commonPart(const ChangeSequence &A, const ChangeSequence &B);

/// The changes of a sequence in the order in which they first come.
ChangeSequence firstOccurrences(const ChangeSequence &Run);

} // namespace vernier
