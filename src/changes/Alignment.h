#pragma once

#include "bitcode/SourceText.h"
#include "changes/ChangeMap.h"

namespace vernier {

/// Matches the instructions and locals of one pair of defined functions: statements first, then instructions within
/// changed regions; never crossing. Lines with the same text are preferred where several matches are equally good. The
/// result is a proposal: only the validator decides what may stay matched.
void alignFunctions(ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New, SourceText &OldText,
                    SourceText &NewText);

} // namespace vernier
