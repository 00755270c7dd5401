#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"

#include <string>
#include <vector>

namespace vernier {

struct LinkJob {
  std::vector<std::string> Objects; ///< paths
  std::string Output;
  const LinkInfo *Link = nullptr;
  bool CPlusPlus = false;
  bool Sanitized = false; ///< with the runtime of the sanitizers
  bool Harness = false;   ///< free and realloc go through the harness
};

struct LinkAnswer {
  bool Linked = false;
  std::vector<std::string> Undefined; ///< symbols that stood in the way
};

/// Links with the version's own options. An error means that something else than undefined symbols stands in the way.
Result<LinkAnswer> linkExecutable(const LinkJob &Job);

} // namespace vernier
