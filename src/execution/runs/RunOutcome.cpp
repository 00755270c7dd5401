#include "execution/runs/RunOutcome.h"

#include <csignal>

namespace vernier {

namespace {

/// Status of a harness that could not prepare the input.
constexpr int NotPrepared = 125;

std::string whyStopped(const SandboxOutcome &Ran) {
  if (Ran.Truncated)
    return "it printed more than is kept";
  if (Ran.TooMany)
    return "it started too many processes";
  return Ran.Filled ? "it filled its directory" : "";
}

void addCalls(Outcome &Result, const ExchangeMemory &Memory) {
  Result.Calls = Memory.calls();
  Result.Truncated |= Memory.lostCalls();
}

} // namespace

Outcome failedRun(const std::string &Why) {
  Outcome Result;
  Result.Note = Why;
  return Result;
}

Outcome outcomeOf(SandboxOutcome &&Ran) {
  Outcome Result;
  Result.Stdout = std::move(Ran.Output);
  Result.Stderr = std::move(Ran.Errors);
  Result.Truncated = Ran.Truncated;
  Result.Note = whyStopped(Ran);
  if (!Result.Note.empty())
    return Result;
  if (Ran.TimedOut || Ran.Signal == SIGXCPU) {
    Result.End = Ending::TimedOut;
    return Result;
  }
  if (Ran.Signal == SIGXFSZ) {
    Result.Note = "it wrote a larger file than a run may";
    return Result;
  }
  // Nobody but the kernel in need of memory, or the user, kills a run from outside.
  if (Ran.Signal == SIGKILL) {
    Result.Note = "it was killed";
    return Result;
  }
  Result.End = Ran.Signal ? Ending::Signalled : Ending::Exited;
  Result.Code = Ran.Signal ? Ran.Signal : Ran.Exit;
  return Result;
}

LeftMemory addFunctionResults(Outcome &Result, const ExchangeMemory &Memory) {
  LeftMemory Left;
  addCalls(Result, Memory);
  if (Result.End == Ending::Exited && Memory.returned()) {
    Result.End = Ending::Returned;
    Result.Code = 0;
    Left = Memory.describe(Result);
  } else if (Result.End == Ending::Exited && !Memory.called() && Result.Code == NotPrepared)
    Result = failedRun("the harness could not prepare the input");
  else if (!Memory.called() && (Result.End == Ending::Exited || Result.End == Ending::Signalled))
    Result = failedRun("it ended before the function was called: " + outcomeText(Result));
  return Left;
}

void addProgramResults(Outcome &Result, const ExchangeMemory *Memory) {
  if (Result.End == Ending::Exited)
    Result.End = Ending::Returned;
  if (Memory)
    addCalls(Result, *Memory);
}

} // namespace vernier
