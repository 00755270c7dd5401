#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// Where the new version comes by what only the old one has: the counterparts of what the old version executes directly
/// before changed code or a changed edge; where a branch leads there, the block that it leads to in the new version. An
/// execution of the old version that comes to such code behaves like one of the new version until then, so the latter
/// comes to one of these places.
std::vector<const llvm::Instruction *> placesOfRemovedCode(const ChangeMap &Map);

} // namespace vernier
