#pragma once

#include "input/InputSpace.h"

#include <optional>

namespace vernier {

/// Inputs that are worth a try without a question to the solver, for reasons that the search knows nothing about.
class Suggestions {
public:
  virtual ~Suggestions() = default;
  /// The next one, if there is any.
  virtual std::optional<InputAssignment> next() = 0;
  /// A run has ended, whoever chose its input, and has covered so many edges first.
  virtual void ran(const InputAssignment &Input, std::size_t NewEdges) = 0;
};

} // namespace vernier
