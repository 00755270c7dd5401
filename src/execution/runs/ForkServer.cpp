#include "execution/runs/ForkServer.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Room for what most runs print, so that they need not wait until somebody reads it.
constexpr int StreamRoom = 1 << 20;

/// A pipe, as plain runs have. Runs get its writing end; reading it never waits.
bool openStream(Pipe &Stream) {
  return Stream.open() && fcntl(Stream.Read.get(), F_SETFL, O_NONBLOCK) == 0;
}

/// Without what a run may have set: it belongs to the open file, which all share. A smaller room only makes runs wait.
bool resetStream(const Pipe &Stream) {
  if (fcntl(Stream.Write.get(), F_GETPIPE_SZ) != StreamRoom)
    fcntl(Stream.Write.get(), F_SETPIPE_SZ, StreamRoom);
  return fcntl(Stream.Write.get(), F_SETFL, 0) == 0;
}

/// What has been printed by now; true if that is more than Most.
bool drain(const Pipe &Stream, std::string &Into, std::uint64_t Most) {
  std::array<char, 65536> Buffer;
  for (ssize_t Count; (Count = read(Stream.Read.get(), Buffer.data(), Buffer.size())) > 0;)
    if (Into.size() <= Most)
      Into.append(Buffer.data(), static_cast<std::size_t>(Count));
  return Into.size() > Most;
}

InputAssignment zeros(const InputSpace &Space) {
  InputAssignment Values;
  for (const InputLeaf &Leaf : Space.Leaves)
    Values.push_back(llvm::APInt(Leaf.Bits, 0));
  return Values;
}

/// The decisions and the nodes, as far as the trace says that there are any.
std::string traceOf(std::span<const std::byte> Bytes, const VernierArena &Given) {
  VernierArena Left;
  std::memcpy(&Left, Bytes.data(), sizeof Left);
  auto Piece = [&](std::uint64_t At, std::uint64_t Size) {
    return std::string(reinterpret_cast<const char *>(Bytes.data()) + At, Size);
  };
  std::uint64_t Nodes = std::min(Left.NodeCount, Given.NodeCapacity),
                Words = std::min(Left.WordCount, Given.WordCapacity),
                Decisions = std::min(Left.DecisionCount, Given.DecisionCapacity);
  return Piece(Given.NodesAt, Nodes * sizeof(VernierNode)) + Piece(Given.WordsAt, Words * sizeof(std::uint32_t)) +
         Piece(Given.DecisionsAt, Decisions * sizeof(std::uint32_t));
}

/// How a run ended.
SandboxOutcome endedAs(std::int32_t Status, std::uint32_t Stopped) {
  SandboxOutcome Ran;
  Ran.TimedOut = Stopped == VernierTimeUp;
  Ran.TooMany = Stopped == VernierTooMany;
  if (WIFSIGNALED(Status))
    Ran.Signal = WTERMSIG(Status);
  else
    Ran.Exit = WEXITSTATUS(Status);
  return Ran;
}

/// What one of several runs printed, of all that they printed: from Before up to Behind. False: that makes no sense.
bool cut(const std::string &All, std::uint32_t Before, std::uint32_t Behind, std::string &Into) {
  if (Before > Behind || Behind > All.size())
    return false;
  Into += All.substr(Before, Behind - Before);
  return true;
}

} // namespace

Result<std::unique_ptr<ForkServer>> ForkServer::start(ServedProgram What, const Workspace &Place,
                                                      const RunLimits &Limits, const TraceLimits &Traces) {
  std::unique_ptr<ForkServer> Made(new ForkServer(std::move(What), Place, Limits));
  if (Status Ready = Made->prepare(Traces); !Ready)
    return Ready.takeError();
  if (Status Started = Made->startServer(); !Started)
    return Started.takeError();
  return Made;
}

Status ForkServer::prepare(const TraceLimits &Wanted) {
  auto Trace = TraceMemory::create(Wanted, Program.Edges, Program.Externals);
  if (!Trace)
    return Trace.takeError();
  Traces.emplace(std::move(*Trace));
  auto Input = RunMemory::create(Program.Space, Limits.Memory);
  if (!Input)
    return Input.takeError();
  Inputs.emplace(std::move(*Input));
  if (!Program.Space.WholeProgram || Program.Missing) {
    auto Memory = Program.Space.WholeProgram
                      ? ExchangeMemory::create()
                      : ExchangeMemory::create(Program.Space, Program.Which, Program.Shape, zeros(Program.Space));
    if (!Memory)
      return Memory.takeError();
    Exchange.emplace(std::move(*Memory));
  }
  return Done{};
}

Status ForkServer::startServer() {
  Server.reset();
  auto Made = ScratchDirectory::create(Place);
  if (!Made)
    return Made.takeError();
  Directory.emplace(std::move(*Made));
  if (!openStream(Output) || !openStream(Errors) || !resetStream(Output) || !resetStream(Errors))
    return analysisError(std::string("no pipes for the output of runs: ") + std::strerror(errno));
  ServerPlan Plan;
  Plan.Executable = Program.Executable;
  Plan.Directory = Directory->path();
  Plan.Run = Inputs->descriptor();
  Plan.Arena = Traces->descriptor();
  Plan.Exchange = Exchange ? Exchange->descriptor() : -1;
  Plan.Output = Output.Write.get();
  Plan.Errors = Errors.Write.get();
  auto Started = ServerProcess::start(Plan);
  if (!Started)
    return Started.takeError();
  Server.emplace(std::move(*Started));
  Early = {};
  (void)drain(Output, Early.Output, Limits.Output);
  (void)drain(Errors, Early.Errors, Limits.Output);
  return Done{};
}

Status ForkServer::giveInput(const InputAssignment &Input) {
  if (Status Clean = Directory->clean(); !Clean)
    return Clean;
  std::vector<struct stat> Files;
  if (!Program.Space.Program.Files.empty())
    for (auto &[Name, Contents] : programTexts(Program.Space, Input).Files) {
      auto Put = Directory->put({Name, Contents});
      if (!Put)
        return Put.takeError();
      Files.push_back(*Put);
    }
  Inputs->fill(Input, Files);
  if (Exchange)
    Exchange->refill(Input);
  Traces->reset();
  if (!resetStream(Output) || !resetStream(Errors))
    return analysisError("the output of the last run cannot be removed");
  Printed = Early;
  return Done{};
}

bool ForkServer::readOutput() {
  bool Much = drain(Output, Printed.Output, Limits.Output);
  return drain(Errors, Printed.Errors, Limits.Output) || Much;
}

SandboxOutcome ForkServer::ended(const VernierAnswer &Answer, bool Filled) {
  SandboxOutcome Ran = endedAs(Answer.Status, Answer.Stopped);
  Ran.Filled = Filled;
  Ran.Truncated = readOutput();
  for (auto [From, Into] : {std::pair(&Printed.Output, &Ran.Output), std::pair(&Printed.Errors, &Ran.Errors)}) {
    From->resize(std::min<std::uint64_t>(From->size(), Limits.Output));
    *Into = std::move(*From);
  }
  return Ran;
}

void ForkServer::carryOut(milliseconds Time, RunResult &Into) {
  bool Filled = false;
  auto MustStop = [&] { return readOutput() || (Filled = Directory->isFull()); };
  auto Answer = Server->run(Time, MustStop);
  if (!Answer) {
    Into.Restarted = true;
    Server.reset();
    Into.Shown = failedRun(Answer.error().Message);
    return;
  }
  Into.Shown = outcomeOf(ended(*Answer, Filled));
  Into.Shown.Files = Directory->changes();
  if (Program.Space.WholeProgram)
    addProgramResults(Into.Shown, Exchange ? &*Exchange : nullptr);
  else
    Into.Left = addFunctionResults(Into.Shown, *Exchange);
}

RunResult ForkServer::run(const InputAssignment &Input) {
  return run(Input, Limits.Time);
}

RunResult ForkServer::run(const InputAssignment &Input, milliseconds Time) {
  RunResult Result;
  Result.Trace = Traces->bytes();
  Result.Coverage = Traces->coverage();
  auto Failed = [&Result](const Error &Why) {
    Result.Shown = failedRun(Why.Message);
    return Result;
  };
  if (Input.size() != Program.Space.Leaves.size())
    return Failed(analysisError("the input has " + std::to_string(Input.size()) + " values for " +
                                std::to_string(Program.Space.Leaves.size()) + " names"));
  if (!Server)
    if (Status Started = startServer(); !Started)
      return Failed(Started.error());
  if (Status Given = giveInput(Input); !Given) {
    Server.reset(); // the next one begins in another directory
    return Failed(Given.error());
  }
  auto Start = Clock::now();
  carryOut(Time, Result);
  Result.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
  return Result;
}

/// Not where each input needs files or memory of its own.
bool ForkServer::canProbe() const {
  return !OneByOne && Program.Space.WholeProgram && Program.Space.Program.Files.empty() && !Exchange;
}

std::vector<ProbeResult> ForkServer::probe(std::span<const InputAssignment> Inputs, milliseconds Time) {
  if (canProbe()) {
    if (auto Together = probeTogether(Inputs, Time))
      return std::move(*Together);
    OneByOne = true;
  }
  std::vector<ProbeResult> Results;
  for (const InputAssignment &Input : Inputs) {
    RunResult Ran = run(Input, Time);
    Results.push_back({std::move(Ran.Shown), {Ran.Coverage.begin(), Ran.Coverage.end()}});
  }
  return Results;
}

/// What all of them printed lies in the pipes, one behind the other. An error: they have to be run one by one.
Result<std::vector<ProbeResult>> ForkServer::probeTogether(std::span<const InputAssignment> Given, milliseconds Time) {
  if (!Server)
    if (Status Started = startServer(); !Started)
      return Started.takeError();
  if (Status Clean = Directory->clean(); !Clean)
    return Clean.takeError();
  if (!resetStream(Output) || !resetStream(Errors))
    return analysisError("the output of the last run cannot be removed");
  auto Count = static_cast<std::uint32_t>(std::min<std::size_t>(Given.size(), VernierMostProbes));
  for (std::uint32_t I = 0; I != Count; ++I)
    Inputs->fillProbe(I, Given[I]);
  Traces->resetProbes(Count);
  Printed = {};
  auto Rows = Server->probe(Count, Time, [&] { return Directory->isFull(); });
  (void)readOutput();
  if (!Rows) {
    Server.reset();
    return Rows.takeError();
  }
  if (!Directory->changes().empty())
    return analysisError("runs leave files");
  std::vector<ProbeResult> Results;
  VernierProbe Before{};
  for (const VernierProbe &Row : *Rows) {
    SandboxOutcome Ran = endedAs(Row.Status, Row.Stopped);
    Ran.Output = Early.Output;
    Ran.Errors = Early.Errors;
    if (!cut(Printed.Output, Before.Output, Row.Output, Ran.Output) ||
        !cut(Printed.Errors, Before.Errors, Row.Errors, Ran.Errors))
      return analysisError("runs print too much");
    Outcome Shown = outcomeOf(std::move(Ran));
    addProgramResults(Shown, nullptr);
    auto Coverage = Traces->probe(static_cast<std::uint32_t>(Results.size()));
    Results.push_back({std::move(Shown), {Coverage.begin(), Coverage.end()}});
    Before = Row;
  }
  return Results;
}

void ForkServer::setFill(std::uint8_t Byte) {
  if (Byte == Traces->header().Fill)
    return;
  Traces->setFill(Byte);
  Traces->reset();
  if (Program.Constructors)
    Server.reset(); // the next one runs them with this filling
}

Repetition ForkServer::runTwice(const InputAssignment &Input) {
  Repetition Both;
  Both.First = run(Input);
  std::string Before = traceOf(Both.First.Trace, Traces->header());
  Both.First.Trace = {};
  Both.Second = run(Input);
  Both.SameOutcome = Both.First.Shown == Both.Second.Shown;
  Both.SameTrace = Before == traceOf(Both.Second.Trace, Traces->header());
  return Both;
}

} // namespace vernier
