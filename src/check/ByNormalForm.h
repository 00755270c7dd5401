#pragma once

#include "normal/NormalForm.h"
#include "verdict/Verdict.h"

#include <optional>
#include <string>

namespace vernier {

/// Equal normal forms of an entry and of everything else that control may enter from outside, as a verdict for every
/// input; nothing if they are not equal. The space may be empty: then it says nothing but the names of the entries.
std::optional<Verdict> judgeByNormalForm(const ChangeMap &Map, const InputSpace &Space);

} // namespace vernier
