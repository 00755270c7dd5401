#pragma once

#include "source/FileDiff.h"

namespace vernier {

/// A difference of equal words can often be placed in several ways: `} else { b; [}]` or `[} else { b;] }`. These
/// choose the one that reads as whole statements: brackets match inside it, and it ends with ';' or '}'.

/// Removed tokens of [OldBegin, OldEnd) with nothing new in their place; New and Changed are the other side.
RemovedTokens slideRemoved(RemovedTokens Gone, const std::vector<SourceToken> &Old, unsigned OldBegin, unsigned OldEnd,
                           const std::vector<SourceToken> &New, unsigned NewBegin, unsigned NewEnd,
                           const std::vector<bool> &Changed);

/// Moves the rows of changed tokens in [Begin, End) that replace nothing. Removed are the places where something is
/// gone.
void slideAdded(const std::vector<SourceToken> &New, unsigned Begin, unsigned End,
                const std::vector<RemovedTokens> &Removed, std::vector<bool> &Changed);

} // namespace vernier
