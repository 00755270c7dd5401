#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "bitcode/Program.h"
#include "execution/runs/RunOutcome.h"
#include "execution/runs/Sandbox.h"
#include "execution/runs/ScratchDirectory.h"
#include "input/EntryShape.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "verdict/Outcome.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// An executable made from the bitcode of one version, without instrumentation and without optimisation, that runs the
/// entry of an input space on concrete inputs. The same version and entry come out of the cache.
///
/// What is observed of a function: how it ends, both output streams, the returned value, calls of functions that nobody
/// defines, and, if it returns, what has changed in the named cells of the input's objects and in globals that both
/// versions have (those that the versions may start with different contents of, in any case), the error number,
/// handlers of signals, the rounding mode, and all memory that can be reached from there, as a graph
/// (execution/runs/LeftMemory.h). Not observed: padding, files, memory that is not the program's
/// (Outcome::NotCompared).
class PlainBuild {
public:
  static Result<PlainBuild> create(const Program &Old, const Program &New, Side Which, const InputSpace &Space,
                                   const Workspace &Place);

  /// One run in a process of its own, with limits; whatever the program does, the caller survives. Safe to call from
  /// several threads.
  /// Monitor: a descriptor of memory for a monitored program (abi/Monitor.h); -1: none.
  Outcome run(const InputAssignment &Input, const RunLimits &Limits = {}, int Monitor = -1) const;

  const std::string &executable() const { return Executable; }
  /// Functions and variables that neither the program nor its libraries define: calls of the former are recorded and
  /// return zero, the latter are zero.
  const std::vector<std::string> &missing() const { return Missing; }
  /// It was made now, not found in the cache.
  bool fresh() const { return Fresh; }

private:
  class IdleDirectories;

  PlainBuild(Side Which, const InputSpace &Space, const Workspace &Place);
  /// Alone: nobody is left who could write into the directory.
  Outcome runFunction(const InputAssignment &Input, SandboxRequest Request, ScratchDirectory &Directory,
                      bool &Alone) const;
  Outcome runProgram(const InputAssignment &Input, SandboxRequest Request, ScratchDirectory &Directory,
                     bool &Alone) const;

  std::string Executable;
  std::vector<std::string> Missing;
  bool Fresh = false;
  Side Which;
  InputSpace Space;
  EntryShape Shape;
  Workspace Place;
  std::shared_ptr<IdleDirectories> Idle;
};

} // namespace vernier
