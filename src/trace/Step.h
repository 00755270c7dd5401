#pragma once

#include "trace/Trace.h"

namespace vernier {

/// What an operation gives for the values that the run saw of its operands, computed by the machine that runs this.
/// Nothing where the trace does not have them all, or where a value has more than 64 bits.
std::optional<std::uint64_t> stepValue(const Trace &Of, NodeId Id);

/// The program does not determine what this operation gives for the values of its operands: a NaN, a number that does
/// not fit, a shift by the width or more.
bool isUndetermined(const Trace &Of, NodeId Id);

} // namespace vernier
