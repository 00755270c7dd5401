#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// The function has a changed call that copies memory or text, and may not be asked to copy something onto a part of
/// itself (`memcpy` where `memmove` was). The engines compute what `memmove` would do.
bool dependsOnOverlap(const ChangeMap &Map, const llvm::Function &F);

} // namespace vernier
