#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/language/Test.h"

#include <cstdint>

namespace vernier::efsm {

struct WalkOptions {
  std::uint64_t Seed = 1;
  unsigned Count = 100;
  /// Inputs of a test: between a half and one and a half times as many, and what it takes to come to an initial state.
  unsigned Length = 20;
  unsigned Shared = 50; ///< percent of the tests that begin like an earlier one
  /// Percent of the transitions that a test avoids as far as it can: tests that do everything tell nothing apart.
  unsigned Avoided = 40;
  /// Percent of the outputs that are expected in the words of the transition, `ack(B[id])`, where these do not mention
  /// its parameters; the others are expected as values.
  unsigned Mentioned = 50;
  /// Where tests start. Without any: in initial states, with values at random for variables that have none.
  std::vector<TestStart> Starts;
  RunOptions Run{2000};
};

/// Tests of a machine that complete: seeded random walks that end in an initial state, with the outputs that the
/// machine gives; no two have the same inputs from the same start. There are fewer than asked for if no more were
/// found.
Suite walk(const Machine &Of, const WalkOptions &Options = {});

} // namespace vernier::efsm
