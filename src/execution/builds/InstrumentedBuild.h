#pragma once

#include "abi/Sites.h"
#include "base/Result.h"
#include "base/Side.h"
#include "bitcode/Program.h"
#include "execution/runs/ForkServer.h"
#include "input/InputSpace.h"
#include "instrument/MergeBranches.h"
#include "project/Workspace.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier {

struct InstrumentedBuildOptions {
  VernierOverflow Overflow = VernierOverflowWraps;
  unsigned MergeFrom = 0; ///< InstrumentOptions
  InstructionSet Keep = {};
  InstructionSet Marks = {}; ///< likewise
};

/// An executable made from the bitcode of one version, with models, hooks, runtime and server, that runs the entry of
/// an input space and leaves traces. What is observed of it is what PlainBuild observes.
class InstrumentedBuild {
public:
  /// Instrumentation is done each time: what comes out of the cache is the code that was made of the same module.
  static Result<InstrumentedBuild> create(const Program &Old, const Program &New, Side Which, const InputSpace &Space,
                                          const Workspace &Place, const InstrumentedBuildOptions &Options = {});

  /// Starts a server; several can work at the same time. Whether signed overflow is looked for, the build decides.
  Result<std::unique_ptr<ForkServer>> serve(const RunLimits &Limits = {}, const TraceLimits &Traces = {}) const;

  /// The same build for another space of the same entry: with other bounds, or other fixed arguments.
  InstrumentedBuild withSpace(const InputSpace &Other) const;

  /// What it takes to read the traces.
  const Instrumentation &instrumentation() const { return *Made; }
  const std::string &executable() const { return Executable; }
  /// Functions and variables that nobody defines, as in PlainBuild.
  const std::vector<std::string> &missing() const { return Missing; }
  /// It was made now, not found in the cache.
  bool fresh() const { return Fresh; }

private:
  InstrumentedBuild(Side Which, const InputSpace &Space, const Workspace &Place)
      : Which(Which), Space(Space), Place(Place) {}

  std::string Executable;
  std::shared_ptr<const Instrumentation> Made;
  std::vector<std::string> Missing;
  bool Fresh = false;
  VernierOverflow Overflow = VernierOverflowWraps;
  Side Which;
  InputSpace Space;
  EntryShape Shape;
  Workspace Place;
};

} // namespace vernier
