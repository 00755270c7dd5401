#pragma once

#include "check/Verify.h"

namespace vernier {

/// Whether some input of a space executes a changed statement.
enum class ChangeReach { Some, None, Unknown };

/// Of a result that says equal: by its classes where partitions were explored, else by one more bounded question for
/// each version.
ChangeReach reachOfChange(const ChangeMap &Map, const VerifyResult &Equal, const VerifyOptions &Options);

/// An equality of a whole program whose inputs never come to a change says nothing about the change: it is unknown then
/// (`no-input-reaches-change`). A program from which no changed statement can be reached at all stays equal.
void refuseVacuous(const ChangeMap &Map, const VerifyOptions &Options, VerifyResult &Into);

} // namespace vernier
