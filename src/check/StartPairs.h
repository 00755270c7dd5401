#pragma once

#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "normal/NormalForm.h"

#include <optional>

namespace vernier {

/// The entry and everything else that control may enter from outside while it is looked at, in pairs; nothing if only
/// one version has some of them, or if the entry has no body.
std::optional<EntryPairs> startPairs(const ChangeMap &Map, const InputSpace &Space);

} // namespace vernier
