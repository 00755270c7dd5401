#include "execution/runs/Sandbox.h"

#include "abi/Monitor.h"
#include "execution/runs/Confinement.h"
#include "execution/runs/Descriptor.h"
#include "execution/runs/Exchange.h"
#include "execution/runs/Placement.h"
#include "execution/runs/SandboxDescriptors.h"
#include "execution/runs/Spawn.h"
#include "project/SystemCallFilter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;

/// Standard input goes through a pipe as far as a pipe takes it at once.
constexpr std::size_t PipeRoom = 60000;

/// Bytes to be read from a pipe, or from a file where a pipe has no room.
Descriptor inputOf(const std::optional<std::string> &Bytes) {
  if (!Bytes)
    return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (Bytes->size() <= PipeRoom) {
    Pipe Through;
    if (!Through.open() || write(Through.Write.get(), Bytes->data(), Bytes->size()) != ssize_t(Bytes->size()))
      return {};
    return std::move(Through.Read);
  }
  Descriptor File(memfd_create("input", MFD_CLOEXEC));
  if (write(File.get(), Bytes->data(), Bytes->size()) != ssize_t(Bytes->size()))
    return {};
  lseek(File.get(), 0, SEEK_SET);
  return File;
}

std::vector<std::pair<int, rlimit>> limitsOf(const SandboxRequest &Request) {
  auto Seconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(Request.Time).count());
  std::vector<std::pair<int, rlimit>> Limits = usualLimits();
  Limits.push_back(limitOf(RLIMIT_CPU, Seconds + 1));
  if (Request.Memory)
    Limits.push_back(limitOf(RLIMIT_AS, Request.Memory));
  return Limits;
}

SpawnPlan planOf(const SandboxRequest &Request, const std::vector<std::pair<int, int>> &Descriptors) {
  SpawnPlan Plan;
  Plan.Executable = Request.Executable;
  Plan.Arguments = {"program"};
  Plan.Arguments.insert(Plan.Arguments.end(), Request.Arguments.begin(), Request.Arguments.end());
  Plan.Environment = fixedEnvironment(Request.Variables);
  Plan.Environment.insert(Plan.Environment.end(), Request.Environment.begin(), Request.Environment.end());
  placeInScratch(Plan, Request.Directory);
  if (Request.Exchange >= 0)
    Plan.Extra.emplace_back(Request.Exchange, VernierExchangeDescriptor);
  Plan.Extra.insert(Plan.Extra.end(), Descriptors.begin(), Descriptors.end());
  if (Request.Monitor >= 0)
    Plan.Extra.push_back({Request.Monitor, VernierMonitorDescriptor});
  Plan.Limits = limitsOf(Request);
  Plan.Filter = systemCallFilter();
  return Plan;
}

/// Follows a process to the end of its output and its life.
class Watch {
public:
  Watch(pid_t Process, Pipe &Output, Pipe &Errors, const SandboxRequest &Request, Clock::time_point Deadline)
      : Process(Process), Life(static_cast<int>(syscall(SYS_pidfd_open, Process, 0))), Streams{&Output, &Errors},
        Request(Request), Deadline(Deadline), ProcessesBefore(processCount()) {}

  SandboxOutcome follow() {
    while (!finished() && !mustStop())
      wait();
    // Whoever is left of its group goes too. It is not reaped yet: the number still belongs to it.
    kill(-Process, SIGKILL);
    kill(Process, SIGKILL);
    int Status = 0;
    while (waitpid(Process, &Status, 0) < 0 && errno == EINTR)
      ;
    if (WIFSIGNALED(Status))
      Outcome.Signal = WTERMSIG(Status);
    else
      Outcome.Exit = WEXITSTATUS(Status);
    Outcome.Alone = kill(-Process, 0) != 0 && errno == ESRCH;
    return std::move(Outcome);
  }

private:
  bool finished() const { return Ended && Streams[0]->Read.get() < 0 && Streams[1]->Read.get() < 0; }

  bool mustStop() {
    if (Clock::now() >= Deadline)
      Outcome.TimedOut = true;
    unsigned Now = processCount();
    if (Now > ProcessesBefore + MostProcesses)
      Outcome.TooMany = true;
    return Outcome.TimedOut || Outcome.Truncated || Outcome.TooMany;
  }

  void wait() {
    constexpr std::chrono::milliseconds Longest{10};
    auto Left = std::chrono::ceil<std::chrono::milliseconds>(Deadline - Clock::now());
    std::array<pollfd, 3> Waiting = {{{Streams[0]->Read.get(), POLLIN, 0},
                                      {Streams[1]->Read.get(), POLLIN, 0},
                                      {Ended ? -1 : Life.get(), POLLIN, 0}}};
    if (poll(Waiting.data(), Waiting.size(), static_cast<int>(std::clamp(Left, decltype(Left)(0), Longest).count())) <=
        0)
      return;
    for (unsigned I = 0; I != 2; ++I)
      if (Waiting[I].revents)
        read(*Streams[I], I == 0 ? Outcome.Output : Outcome.Errors);
    if (Waiting[2].revents)
      Ended = true;
  }

  void read(Pipe &From, std::string &Into) {
    std::array<char, 65536> Buffer;
    ssize_t Count = ::read(From.Read.get(), Buffer.data(), Buffer.size());
    if (Count < 0 && errno == EINTR)
      return;
    if (Count <= 0)
      return From.Read.close();
    Into.append(Buffer.data(), static_cast<std::size_t>(Count));
    if (Into.size() > Request.Output) {
      Into.resize(Request.Output);
      Outcome.Truncated = true;
    }
  }

  pid_t Process;
  Descriptor Life;
  std::array<Pipe *, 2> Streams;
  const SandboxRequest &Request;
  Clock::time_point Deadline;
  unsigned ProcessesBefore;
  bool Ended = false;
  SandboxOutcome Outcome;
};

} // namespace

Result<SandboxOutcome> runInSandbox(const SandboxRequest &Request) {
  return runInSandbox(Request, {});
}

Result<SandboxOutcome> runInSandbox(const SandboxRequest &Request,
                                    const std::vector<std::pair<int, int>> &Descriptors) {
  auto Failed = [](int Why) { return analysisError(std::string("a run cannot be started: ") + std::strerror(Why)); };
  Pipe Output, Errors;
  Descriptor Input = inputOf(Request.Input);
  if (Input.get() < 0 || !Output.open() || !Errors.open())
    return Failed(errno);
  SpawnPlan Plan = planOf(Request, Descriptors);
  Plan.Input = Input.get();
  Plan.Output = Output.Write.get();
  Plan.Errors = Errors.Write.get();
  Descriptor Ruleset(fileRules(writablePart(Request.Directory)));
  Plan.Ruleset = Ruleset.get();
  auto Deadline = Clock::now() + Request.Time;
  Spawned Started = spawn(Plan);
  if (Started.Process < 0)
    return Failed(Started.Failure);
  Output.Write.close();
  Errors.Write.close();
  SandboxOutcome Outcome = Watch(Started.Process, Output, Errors, Request, Deadline).follow();
  // Where no filter refuses to leave the group, somebody may have done so.
  Outcome.Alone &= !Plan.Filter.empty();
  return Outcome;
}

} // namespace vernier
