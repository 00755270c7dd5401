#pragma once

#include "check/EntryJob.h"
#include "input/Expression.h"

namespace vernier {

/// The bounded proof of an entry, as classes of the result. What was proved comes back for samples. An error: no input
/// satisfies what is assumed.
Result<std::vector<SampledClass>> proveByBounds(EntryJob &Job, const std::vector<Expression> &Assumed,
                                                std::chrono::milliseconds Time);

} // namespace vernier
