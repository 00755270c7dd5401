#pragma once

#include "abi/Trace.h"
#include "verdict/Definedness.h"

namespace vernier {

/// What a finding of a trace says; nothing (an empty code) if it is about something that is defined, like a signal.
UndefinedUse undefinedUse(const VernierFinding &Found, const Location &Where);

/// Memory that nobody wrote decided about what the run did.
UndefinedUse unwrittenUse(const Location &Where);

} // namespace vernier
