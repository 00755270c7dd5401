#pragma once

#include "check/Verify.h"

namespace vernier {

/// Counts the inputs of the classes of an exploration, those that hold one input first: how many each has that none
/// before has, and what share of the space that is. Classes that hold no input at all are taken out.
void countClasses(const PartitionResult &Explored, std::chrono::milliseconds Patience, VerifyResult &Into);

} // namespace vernier
