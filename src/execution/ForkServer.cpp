#include "execution/ForkServer.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A file without a name for one stream of output. It cannot be sealed: no run can take it from the next one.
Descriptor streamFile() {
  return Descriptor(memfd_create("output", MFD_CLOEXEC));
}

/// Empty, at its beginning, without the flags that a run may have set: they belong to the open file, which all share.
bool empty(const Descriptor &File) {
  struct stat Found;
  if (fstat(File.get(), &Found) != 0 || (Found.st_size && ftruncate(File.get(), 0) != 0))
    return false;
  return lseek(File.get(), 0, SEEK_SET) == 0 && fcntl(File.get(), F_SETFL, 0) == 0;
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
  Output = streamFile();
  Errors = streamFile();
  if (!Output || !Errors)
    return analysisError(std::string("no memory for the output of runs: ") + std::strerror(errno));
  return Done{};
}

Status ForkServer::startServer() {
  Server.reset();
  auto Made = ScratchDirectory::create(Place);
  if (!Made)
    return Made.takeError();
  Directory.emplace(std::move(*Made));
  ServerPlan Plan;
  Plan.Executable = Program.Executable;
  Plan.Directory = Directory->path();
  Plan.Run = Inputs->descriptor();
  Plan.Arena = Traces->descriptor();
  Plan.Exchange = Exchange ? Exchange->descriptor() : -1;
  Plan.Output = Output.get();
  Plan.Errors = Errors.get();
  auto Started = ServerProcess::start(Plan);
  if (!Started)
    return Started.takeError();
  Server.emplace(std::move(*Started));
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
  if (!empty(Output) || !empty(Errors))
    return analysisError("the output of the last run cannot be removed");
  return Done{};
}

void ForkServer::readOutput(const Descriptor &File, std::string &Into, bool &Truncated) {
  struct stat Found;
  if (fstat(File.get(), &Found) != 0 || Found.st_size <= 0)
    return;
  auto Size = static_cast<std::uint64_t>(Found.st_size);
  Truncated |= Size > Limits.Output;
  Into.resize(std::min(Size, Limits.Output));
  ssize_t Got = pread(File.get(), Into.data(), Into.size(), 0);
  Into.resize(static_cast<std::size_t>(std::max<ssize_t>(Got, 0)));
}

SandboxOutcome ForkServer::ended(const VernierAnswer &Answer, bool Filled) {
  SandboxOutcome Ran;
  Ran.TimedOut = Answer.Stopped == VernierTimeUp;
  Ran.Filled = Filled;
  Ran.TooMany = Answer.Stopped == VernierTooMany;
  if (WIFSIGNALED(Answer.Status))
    Ran.Signal = WTERMSIG(Answer.Status);
  else
    Ran.Exit = WEXITSTATUS(Answer.Status);
  readOutput(Output, Ran.Output, Ran.Truncated);
  readOutput(Errors, Ran.Errors, Ran.Truncated);
  return Ran;
}

void ForkServer::carryOut(milliseconds Time, RunResult &Into) {
  bool Filled = false;
  auto MustStop = [&] { return Filled = Directory->isFull(); };
  auto Answer = Server->run(Time, MustStop);
  if (!Answer) {
    Into.Restarted = true;
    Server.reset();
    Into.Shown = failedRun(Answer.error().Message);
    return;
  }
  Into.Shown = outcomeOf(ended(*Answer, Filled));
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
