#pragma once

#include "check/Verify.h"

#include <llvm/ADT/ArrayRef.h>

#include <functional>
#include <vector>

namespace vernier {

struct SpotCheckOptions {
  unsigned PerClass = 0; ///< inputs of each class
  std::uint64_t Seed = 1;
  RunLimits Runs;
  Observation Observed;
  std::chrono::milliseconds QueryTime{2000};
  const std::atomic<bool> *Interrupt = nullptr;
};

/// A class of which inputs are drawn.
struct SampledClass {
  unsigned Id = 0;
  Answer What = Answer::Unknown;
  std::function<bool(const InputAssignment &)> Contains; ///< an input within the bounds
  std::optional<InputAssignment> Example;
  std::vector<Term> Terms; ///< what the solver is asked; empty: it is not
};

/// The classes of an exploration.
std::vector<SampledClass> classesOf(const PartitionResult &Explored);

/// Plain builds of all versions, the oldest first.
Result<std::vector<PlainBuild>> plainBuilds(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                                            const Workspace &Place);

/// Draws inputs of each class that is claimed equal or different and runs the plain builds of all versions on them
/// (docs/design.md#claims): it trusts neither traces nor slices nor the solver, only conditions as they are reported,
/// and the machine. Inputs come from all over the space, from the solver, and from the neighbourhood of the example.
/// Store and Leaves are those of Terms. An error: the builds cannot be made.
Result<SpotChecked> spotCheck(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces,
                              const std::vector<SampledClass> &Classes, TermStore &Store,
                              const std::vector<Term> &Leaves, const SpotCheckOptions &Options, const Workspace &Place);

} // namespace vernier
