#pragma once

#include "trace/Trace.h"
#include "verdict/Surroundings.h"

namespace vernier {

/// What is input, and hence no assumption.
struct InputNames {
  std::vector<std::string> Variables, Files;
};

/// What the run asked of the world and was told.
std::vector<Surrounding> surroundingsOf(const Trace &Of, const InputNames &Input);

} // namespace vernier
