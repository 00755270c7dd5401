#pragma once

#include "analysis/ProgramAnalysis.h"
#include "changes/ChangeMap.h"
#include "csg/BlockSequences.h"

namespace vernier {

/// The new version as blocks for Böhme 2014, algorithm 7: changed blocks are those with a changed instruction, a
/// changed way in or out, or a place where something was removed.
FlowProgram blockFlow(const ChangeMap &Map, const ProgramAnalysis &New);

} // namespace vernier
