#pragma once

#include "check/PairReplay.h"

#include <memory>
#include <vector>

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

/// The runs of a pair, which can go on where they were left.
class PairRuns {
public:
  PairRuns(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, PairReplay &Replay);
  ~PairRuns();

  /// Goes on for so long.
  SeenRuns look(std::chrono::milliseconds Time);
  /// Inputs whose runs printed what none had printed before, where texts are input. At most so many.
  std::vector<InputAssignment> telling(std::size_t Most) const;

private:
  class Runner;
  std::unique_ptr<Runner> Runs;
};

} // namespace vernier
