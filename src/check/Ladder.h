#pragma once

#include "check/EntryJob.h"

namespace vernier {

/// Decides an entry, rung by rung (docs/design.md#ladder): the cheapest evidence first, each with its
/// share of the time, and what one has found stays when the next one goes on.
Status climb(EntryJob &Job);

/// Behind a proof that is in the result already: partitions only.
Status climbOn(EntryJob &Job);

} // namespace vernier
