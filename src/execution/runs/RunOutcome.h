#pragma once

#include "execution/runs/ExchangeMemory.h"
#include "execution/runs/Sandbox.h"
#include "verdict/Outcome.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace vernier {

struct RunLimits {
  std::chrono::milliseconds Time{2000};
  std::uint64_t Memory = std::uint64_t(2) << 30;
  std::uint64_t Output = 1 << 20; ///< bytes kept of each stream
};

/// A run that could not be carried out.
Outcome failedRun(const std::string &Why);

/// How a process ended, before the harness has its say.
Outcome outcomeOf(SandboxOutcome &&Ran);

/// What the harness of a function left.
LeftMemory addFunctionResults(Outcome &Result, const ExchangeMemory &Memory);
/// Of a whole program. Memory: where calls of functions are that nobody defines; null: there are none.
void addProgramResults(Outcome &Result, const ExchangeMemory *Memory);

} // namespace vernier
