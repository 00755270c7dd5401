#include "engine/Campaign.h"

#include <cstdlib>
#include <fstream>

namespace vernier::test {

static std::uint64_t number(const char *Variable, std::uint64_t Default) {
  const char *Wanted = std::getenv(Variable);
  return Wanted ? std::strtoull(Wanted, nullptr, 0) : Default;
}

CampaignSize campaignSize(std::uint64_t DefaultPrograms) {
  return {number("VERNIER_ENGINE_FIRST", 0), number("VERNIER_ENGINE_PROGRAMS", DefaultPrograms),
          std::getenv("VERNIER_ENGINE_GO_ON") != nullptr};
}

std::string dump(const std::string &Text, std::uint64_t Seed) {
  std::string Path = std::string(VERNIER_BINARY_DIR) + "/engine-" + std::to_string(Seed) + ".c";
  std::ofstream(Path) << Text;
  return Path;
}

} // namespace vernier::test
