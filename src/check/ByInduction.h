#pragma once

#include "base/Budget.h"
#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "verdict/Verdict.h"

#include <optional>

namespace vernier {

/// Equality of an entry and of everything else that control may enter from outside, by induction over the loops of both
/// versions, as a verdict for every input; nothing if it is not proved in time. The space may be empty: then it says
/// nothing but the names of the entries.
std::optional<Verdict> judgeByInduction(const ChangeMap &Map, const InputSpace &Space, const Budget &Time);

} // namespace vernier
