#pragma once

#include <cstdint>
#include <string>

namespace vernier::test {

/// How much of a campaign is run: VERNIER_ENGINE_PROGRAMS programs, from the seed VERNIER_ENGINE_FIRST on. It ends at
/// the first failure, unless VERNIER_ENGINE_GO_ON is set.
struct CampaignSize {
  std::uint64_t First = 0, Programs = 0;
  bool GoOn = false;
};
CampaignSize campaignSize(std::uint64_t DefaultPrograms);

/// Leaves the text of a program in the build directory; its path.
std::string dump(const std::string &Text, std::uint64_t Seed);

} // namespace vernier::test
