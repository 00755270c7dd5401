#pragma once

#include "bitcode/Program.h"
#include "input/InputSpace.h"
#include "random/Execution.h"

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

/// The function that is run for the truth. In a batch it is what the entry of the space calls.
struct TrueEntry {
  std::string Name;
  std::size_t From = 0, Count = 0; ///< its parameters among those of the space
};

struct TruthOptions {
  bool Memory = false; ///< the contents of globals that Vernier compares count as behaviour, too
  std::chrono::milliseconds CpuPerInput{1000};
};

Result<GroundTruth> groundTruth(const Program &Old, const Program &New, const InputSpace &Space,
                                const std::vector<InputParameter> &Parameters, const TrueEntry &Entry,
                                const TruthOptions &Options);

/// The space of a function with these parameters, and inputs as it knows them.
InputOptions inputOptions(const std::string &Entry, const std::vector<InputParameter> &Parameters);
Input inputOf(const std::vector<InputParameter> &Parameters, const std::vector<std::string> &Leaves,
              const InputAssignment &Values);

} // namespace vernier::test
