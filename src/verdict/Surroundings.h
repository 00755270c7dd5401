#pragma once

#include "base/Location.h"

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// Something that a program asked of the world and did not get from its input: a claim assumes the answer
/// (docs/design.md#world).
struct Surrounding {
  std::string Asked; ///< `getenv("DEBUG")`, `file /etc/app.conf`, ...
  std::string Told;  ///< `is unset`, `does not exist`, `as in the run`
  Location Where{};  ///< of the first question; empty where there is none
};

/// The assumption: `surroundings: getenv("DEBUG") is unset`.
std::string surroundingText(const Surrounding &World);

/// Adds those that are not there yet; the place of the first one stays.
void addSurroundings(std::vector<Surrounding> &To, const std::vector<Surrounding> &More);

/// The assumptions, each once, behind those that are there.
void addAssumptions(std::vector<std::string> &To, const std::vector<Surrounding> &World);

} // namespace vernier
