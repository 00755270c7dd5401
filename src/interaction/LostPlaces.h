#pragma once

#include "impact/Impact.h"

namespace vernier {

/// Where code of the new version lacks what a changed statement of the old one did: the last instruction in front of it
/// that both versions have, on each way.
std::vector<const llvm::Instruction *> lostPlaces(const ChangeMap &Map, const ChangedStatement &Change);

/// Gives changes of which nothing is left in the new version, and their nodes of the graph, their lost places as
/// instructions. Returns these.
std::vector<const llvm::Instruction *> placeLostChanges(const ChangeMap &Map, Impact &Changed);

} // namespace vernier
