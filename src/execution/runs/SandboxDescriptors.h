#pragma once

#include "execution/runs/Sandbox.h"

#include <utility>
#include <vector>

namespace vernier {

/// A run that has further descriptors: those of this process, each with the number that it gets in the run.
Result<SandboxOutcome> runInSandbox(const SandboxRequest &Request, const std::vector<std::pair<int, int>> &Descriptors);

} // namespace vernier
