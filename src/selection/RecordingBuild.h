#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "execution/runs/RunOutcome.h"
#include "input/EntryShape.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "selection/Hits.h"

#include <memory>
#include <string>

namespace vernier {

/// A plain build (execution/builds/PlainBuild.h) of a version that leaves what its runs execute.
class RecordingBuild {
public:
  /// The space is one of the version with itself.
  static Result<RecordingBuild> create(const Program &Version, const InputSpace &Space, const Workspace &Place);

  struct Recorded {
    Outcome Shown; ///< how it ended; of a function, nothing of what it left
    SlotBytes Hits;
  };
  /// One confined run.
  Result<Recorded> run(const InputAssignment &Input, const RunLimits &Limits) const;

private:
  RecordingBuild(const InputSpace &Space, const Workspace &Place) : Space(Space), Place(Place) {}

  InputSpace Space;
  EntryShape Shape;
  Workspace Place;
  std::string Executable;
  unsigned Slots = 0;
};

} // namespace vernier
