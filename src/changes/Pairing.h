#pragma once

#include "changes/ChangeMap.h"

namespace vernier {

/// Pairs the functions of both versions by file and name. The bodies may differ; a function that only one version
/// defines stays alone.
void pairFunctions(ChangeMap &Map);

/// Pairs what pairFunctions left over by signature and similarity of body: a rename is not a deletion plus an addition.
/// True if there were any.
bool pairRenamedFunctions(ChangeMap &Map);

/// Pairs globals with the same storage and the same initial contents: by file, scope and name, then by being the only
/// candidates (renames). A global whose contents changed stays alone, and with it every global whose initialiser refers
/// to it, so that all instructions that mention them become changed.
void pairGlobals(ChangeMap &Map);

} // namespace vernier
