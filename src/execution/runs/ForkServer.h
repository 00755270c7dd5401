#pragma once

#include "base/Side.h"
#include "execution/runs/RunMemory.h"
#include "execution/runs/RunOutcome.h"
#include "execution/runs/ScratchDirectory.h"
#include "execution/runs/ServerProcess.h"
#include "execution/runs/TraceMemory.h"
#include "input/EntryShape.h"

#include <memory>
#include <span>

namespace vernier {

/// An executable that has a server in it (runtime/Server.c), and what its runs need.
struct ServedProgram {
  std::string Executable;
  Side Which = Side::New;
  InputSpace Space;
  EntryShape Shape;          ///< of a function
  bool Missing = false;      ///< there are functions that nobody defines, whose calls are recorded
  bool Constructors = false; ///< some of its code runs before the server waits for runs
  std::uint32_t Edges = 0, Externals = 0;
};

/// One traced run.
struct RunResult {
  Outcome Shown;
  LeftMemory Left; ///< of a function that returned
  /// The arena as the run left it (abi/Trace.h), until the next run. Nothing in it can be believed.
  std::span<const std::byte> Trace;
  /// Where it came by, as far as it did not write there itself; until the next run.
  std::span<const std::uint8_t> Coverage;
  double Seconds = 0;
  bool Restarted = false; ///< the server was lost with this run: the outcome is Failed and says why
};

/// A run that left no trace.
struct ProbeResult {
  Outcome Shown;
  std::vector<std::uint8_t> Coverage; ///< nothing in it can be believed
};

/// The same input twice.
struct Repetition {
  RunResult First, Second; ///< the trace of First is gone
  bool SameOutcome = false, SameTrace = false;
};

/// Runs of one instrumented executable, each in a fork of a server that has been started once. Whatever the program
/// does, the caller goes on, and the next run is not influenced. One run at a time; several servers of one program can
/// work at the same time.
class ForkServer {
public:
  static Result<std::unique_ptr<ForkServer>> start(ServedProgram What, const Workspace &Place,
                                                   const RunLimits &Limits = {}, const TraceLimits &Traces = {});

  RunResult run(const InputAssignment &Input);
  /// With another limit on time.
  RunResult run(const InputAssignment &Input, std::chrono::milliseconds Time);
  /// Runs several inputs without traces; at most VernierMostProbes, none for longer than Time, and none behind one that
  /// had to be stopped. Cheaper than one by one, wherever runs leave no files and are given none.
  std::vector<ProbeResult> probe(std::span<const InputAssignment> Inputs, std::chrono::milliseconds Time);
  /// Whether a run is determined by its input.
  Repetition runTwice(const InputAssignment &Input);

  /// What memory that nobody wrote is filled with in the runs to come (VernierFilling; at first as TraceLimits say).
  /// Nothing else differs between runs of one input with different fillings, addresses neither; so whatever does differ
  /// depends on undefined reads (trace/Difference.h, and the outcomes). A program with constructors needs another
  /// server for each change.
  void setFill(std::uint8_t Byte);

  const InputSpace &space() const { return Program.Space; }
  pid_t process() const { return Server ? Server->process() : -1; }

private:
  ForkServer(ServedProgram What, const Workspace &Place, const RunLimits &Limits)
      : Program(std::move(What)), Place(Place), Limits(Limits) {}
  Status prepare(const TraceLimits &Traces);
  Status startServer();
  Status giveInput(const InputAssignment &Input);
  void carryOut(std::chrono::milliseconds Time, RunResult &Into);
  bool canProbe() const;
  Result<std::vector<ProbeResult>> probeTogether(std::span<const InputAssignment> Given,
                                                 std::chrono::milliseconds Time);
  SandboxOutcome ended(const VernierAnswer &Answer, bool Filled);
  /// Takes what the run has printed by now; true if that is more than it may.
  bool readOutput();

  ServedProgram Program;
  Workspace Place;
  RunLimits Limits;
  std::optional<TraceMemory> Traces;
  std::optional<RunMemory> Inputs;
  std::optional<ExchangeMemory> Exchange;
  std::optional<ScratchDirectory> Directory;
  struct Streams {
    std::string Output, Errors;
  };
  Pipe Output, Errors;
  Streams Early;   ///< what constructors of the program printed: every run begins with it
  Streams Printed; ///< by the current run
  std::optional<ServerProcess> Server;
  bool OneByOne = false; ///< runs leave something behind that others would find
};

} // namespace vernier
