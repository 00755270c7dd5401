#include "verdict/Surroundings.h"

#include "verdict/Codes.h"

#include <algorithm>

namespace vernier {

std::string surroundingText(const Surrounding &World) {
  return std::string(assumption::Surroundings) + ": " + World.Asked + " " + World.Told;
}

void addSurroundings(std::vector<Surrounding> &To, const std::vector<Surrounding> &More) {
  for (const Surrounding &Each : More)
    if (std::none_of(To.begin(), To.end(),
                     [&](const Surrounding &Known) { return Known.Asked == Each.Asked && Known.Told == Each.Told; }))
      To.push_back(Each);
}

void addAssumptions(std::vector<std::string> &To, const std::vector<Surrounding> &World) {
  for (const Surrounding &Each : World) {
    std::string Text = surroundingText(Each);
    if (std::find(To.begin(), To.end(), Text) == To.end())
      To.push_back(std::move(Text));
  }
}

} // namespace vernier
