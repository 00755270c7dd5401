#pragma once

#include "Common.h"

#include "interaction/Configurations.h"

namespace vernier::cli {

/// Versions of which all source files are named one by one, in which single changes are taken back in the text. Else an
/// empty function.
BuildWithout reducedVersions(const CommonOptions &Options, const ComparedPair &Pair, const Workspace &Place);

} // namespace vernier::cli
