#pragma once

#include "input/InputSpace.h"
#include "random/Campaign.h"

#include <llvm/ADT/BitVector.h>

namespace vernier::test {

/// What both versions of a pair do on every input of their space, by brute force. Inputs are numbered in their order.
struct GroundTruth {
  std::vector<InputParameter> Parameters;
  std::vector<Input> Inputs;
  std::vector<Outcome> Old, New;
  llvm::BitVector Same, Different; ///< by number; neither: a run did not end, there is nothing to compare

  std::size_t size() const { return Inputs.size(); }
  /// The number of an input; nothing if it is none of the space.
  std::optional<std::size_t> numberOf(const Input &In) const;
};

/// With memory: the contents of globals that vernier compares count as behaviour, too.
Result<GroundTruth> groundTruth(const CompiledPair &Pair, const InputSpace &Space, bool Memory,
                                std::chrono::milliseconds CpuPerInput);

/// The space of a pair, and inputs as it knows them.
InputOptions inputOptions(const RandomPair &Pair);
Input inputOf(const std::vector<InputParameter> &Parameters, const std::vector<std::string> &Leaves,
              const InputAssignment &Values);

} // namespace vernier::test
