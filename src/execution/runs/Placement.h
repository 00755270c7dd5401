#pragma once

#include "execution/runs/Spawn.h"

#include <string>

namespace vernier {

/// Where a run is and what it can read: in the scratch area of its directory (ScratchDirectory.h), which it sees as
/// /tmp if the system can do that and its libraries are not there. The executable of the plan is known.
void placeInScratch(SpawnPlan &Plan, const std::string &Directory);

/// What a run in this directory can write to: all of its area.
std::string writablePart(const std::string &Directory);

} // namespace vernier
