#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "execution/runs/RunOutcome.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "verdict/Definedness.h"

namespace vernier {

/// An executable of a whole program with the address sanitizer of LLVM, and with what BuildOptions::Sanitize compiled
/// into the bitcode.
class SanitizedBuild {
public:
  static Result<SanitizedBuild> create(const Program &Version, const InputSpace &Space, const Workspace &Place);

  /// What a sanitizer says first about a run; an empty code: nothing.
  UndefinedUse run(const InputAssignment &Input, const RunLimits &Limits = {}) const;

private:
  SanitizedBuild(const InputSpace &Space, const Workspace &Place) : Space(Space), Place(Place) {}
  Location placeOf(const std::string &Report) const;

  std::string Executable, Root;
  InputSpace Space;
  Workspace Place;
};

} // namespace vernier
