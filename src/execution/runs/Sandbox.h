#pragma once

#include "base/Result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// One run of an untrusted executable (docs/design.md#untrusted-programs): no network, a read-only file system but for
/// its own directory, no signals to others, limits on time, memory, output, file sizes and processes; addresses do not
/// vary.
struct SandboxRequest {
  std::string Executable;
  std::vector<std::string> Arguments;   ///< without the name of the program, which is always the same
  std::vector<std::string> Environment; ///< NAME=VALUE, besides what every run has
  std::vector<std::string> Variables;   ///< names that the input has: what every run has does not set them
  std::optional<std::string> Input;     ///< standard input; none: empty
  std::string Directory;                ///< where it runs and may write
  int Exchange = -1;                    ///< descriptor for the harness
  int Monitor = -1;                     ///< descriptor for a monitored program (abi/Monitor.h)
  std::chrono::milliseconds Time{2000};
  std::uint64_t Memory = 0;
  std::uint64_t Output = 0;
};

struct SandboxOutcome {
  int Exit = 0;
  int Signal = 0; ///< 0: it ended by itself
  bool TimedOut = false;
  bool Truncated = false; ///< it printed more than is kept, and was stopped
  bool TooMany = false;   ///< it started processes without end, and was stopped
  bool Filled = false;    ///< it left more in its directory than there is room for, and was stopped
  bool Alone = false;     ///< nobody whom it started is left
  std::string Output, Errors;
};

/// An error means that the run could not be started.
Result<SandboxOutcome> runInSandbox(const SandboxRequest &Request);

/// What this machine cannot protect against ("no Landlock: runs can write files"), one line each.
std::vector<std::string> missingProtections();

} // namespace vernier
