#pragma once

#include "check/PairReplay.h"

#include <functional>

namespace vernier {

/// An input on which plain builds differ, twice.
struct SeenDifference {
  InputAssignment Input;
  Witness Shown;
};

/// What a few hundred runs of both plain builds showed: at the borders of the space, at constants of both sources and
/// beside them, with small numbers, special floating-point values, texts of the source, and saved tests; a few thousand
/// where texts are input. They prove nothing. What both do may be undefined: others have to judge the inputs that
/// differ.
struct SeenRuns {
  unsigned Runs = 0;                       ///< inputs on which both ended
  unsigned Unfinished = 0;                 ///< some version did not end soon
  std::vector<SeenDifference> Differences; ///< a few; the first one is made small
};

SeenRuns lookByRuns(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options,
                    std::chrono::milliseconds Time, PairReplay &Replay);

} // namespace vernier
