#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// Where a removed instruction of the old version would stand in the new one: at the counterpart of the first
/// instruction behind it that still exists (Böhme 2014, definition 13). Null when nothing behind it does.
const llvm::Instruction *placeOfRemoved(const ChangeMap &Map, const llvm::Instruction &Removed);

} // namespace vernier
