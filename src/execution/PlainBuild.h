#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "bitcode/Program.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "verdict/Outcome.h"

#include <chrono>
#include <string>

namespace vernier {

struct RunLimits {
  std::chrono::milliseconds Time{2000};
  std::uint64_t Memory = std::uint64_t(2) << 30;
  std::uint64_t Output = 1 << 20; ///< bytes kept of each stream
};

/// An executable made from the bitcode of one version, without instrumentation and without optimisation, that runs the
/// entry of an input space on concrete inputs. The same version, entry and space come out of the cache.
class PlainBuild {
public:
  static Result<PlainBuild> create(const Program &Version, Side Which, const InputSpace &Space, const Workspace &Place);

  /// One run in a process of its own, with limits; whatever the program does, the caller survives.
  Outcome run(const InputAssignment &Input, const RunLimits &Limits = {}) const;

private:
  std::string Executable;
  InputSpace Space;
};

} // namespace vernier
