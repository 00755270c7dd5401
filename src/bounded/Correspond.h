#pragma once

#include "bounded/Compare.h"
#include "bounded/Prepare.h"

namespace vernier {

/// What the change map says about the code of prepared versions. Without a map, nothing corresponds.
Correspondence correspondence(const ChangeMap *Map, const PreparedVersion &Old, const PreparedVersion &New);

} // namespace vernier
