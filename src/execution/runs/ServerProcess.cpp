#include "execution/runs/ServerProcess.h"

#include "abi/Trace.h"
#include "execution/runs/Confinement.h"
#include "execution/runs/Exchange.h"
#include "execution/runs/Placement.h"
#include "execution/runs/Spawn.h"
#include "project/SystemCallFilter.h"
#include "verdict/Outcome.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <sys/random.h>
#include <sys/wait.h>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// For constructors of the program, and for the end of a run that was stopped.
constexpr milliseconds StartTime{10000}, EndTime{5000};
/// How often a long run is looked at.
constexpr milliseconds Look{10};

std::vector<std::pair<int, int>> descriptorsOf(const ServerPlan &Plan, int Commands, int Answers) {
  std::vector<std::pair<int, int>> Result = {{Commands, VernierCommandDescriptor},
                                             {Answers, VernierAnswerDescriptor},
                                             {Plan.Run, VernierRunDescriptor},
                                             {Plan.Arena, VernierArenaDescriptor}};
  if (Plan.Exchange >= 0)
    Result.emplace_back(Plan.Exchange, VernierExchangeDescriptor);
  return Result;
}

/// A number that none of the server's own has: else placing one would close another.
Descriptor away(int From) {
  return Descriptor(fcntl(From, F_DUPFD_CLOEXEC, VernierRunDescriptor + 1));
}

std::string refusalText(int Why) {
  switch (Why) {
  case VernierNoMemory:
    return "it has no memory for inputs and traces";
  case VernierConstructorThreads:
    return "a constructor of the program starts a thread, which runs cannot share";
  case VernierConstructorProcesses:
    return "a constructor of the program starts a process, which runs cannot share";
  case VernierNoProcess:
    return "no more processes can be started";
  default:
    return "it gave no reason that is known";
  }
}

/// It keeps its number.
std::string howItEnded(pid_t Process) {
  siginfo_t How{};
  for (int I = 0; I != 100 && !How.si_pid; ++I) {
    waitid(P_PID, static_cast<id_t>(Process), &How, WEXITED | WNOHANG | WNOWAIT);
    usleep(How.si_pid ? 0 : 1000);
  }
  if (!How.si_pid)
    return "closed its answers";
  return How.si_code == CLD_EXITED ? "ended with status " + std::to_string(How.si_status)
                                   : "died of " + signalName(How.si_status);
}

/// The session of a process, 0 if there is none (any more).
pid_t sessionOf(const std::string &Number) {
  std::ifstream File("/proc/" + Number + "/stat");
  std::string Text;
  std::getline(File, Text);
  // The name may hold anything; the last parenthesis ends it. Then: state, parent, group, session.
  std::size_t Close = Text.rfind(')');
  if (Close == std::string::npos)
    return 0;
  std::istringstream Fields(Text.substr(Close + 1));
  std::string State;
  pid_t Parent = 0, Group = 0, Session = 0;
  Fields >> State >> Parent >> Group >> Session;
  return State == "Z" ? 0 : Session;
}

/// Kills who is left of a session; true if there was anybody.
bool killSession(pid_t Session) {
  bool Any = false;
  std::error_code Ignored;
  for (const auto &Entry : std::filesystem::directory_iterator("/proc", Ignored)) {
    std::string Name = Entry.path().filename();
    if (!std::all_of(Name.begin(), Name.end(), [](unsigned char C) { return std::isdigit(C); }))
      continue;
    if (sessionOf(Name) != Session)
      continue;
    Any = true;
    kill(std::stoi(Name), SIGKILL);
  }
  return Any;
}

} // namespace

ServerProcess &ServerProcess::operator=(ServerProcess &&Other) noexcept {
  std::swap(Process, Other.Process);
  std::swap(Commands, Other.Commands);
  std::swap(Answers, Other.Answers);
  return *this;
}

Result<ServerProcess> ServerProcess::start(const ServerPlan &Plan) {
  auto Failed = [](const std::string &Why) {
    return analysisError("the instrumented program cannot be started: " + Why);
  };
  Pipe Commands, Answers;
  Descriptor Nothing(open("/dev/null", O_RDONLY | O_CLOEXEC)), Ruleset(fileRules(writablePart(Plan.Directory)));
  if (!Commands.open() || !Answers.open() || !Nothing)
    return Failed(std::strerror(errno));
  std::uint64_t Key = 0;
  if (getrandom(&Key, sizeof Key, 0) != ssize_t(sizeof Key))
    return Failed(std::strerror(errno));
  SpawnPlan Start;
  Start.Executable = Plan.Executable;
  Start.Arguments = {"program"};
  Start.Environment = fixedEnvironment();
  placeInScratch(Start, Plan.Directory);
  Start.Input = Nothing.get();
  Start.Output = Plan.Output;
  Start.Errors = Plan.Errors;
  std::vector<Descriptor> Kept;
  for (auto [From, Number] : descriptorsOf(Plan, Commands.Read.get(), Answers.Write.get())) {
    Kept.push_back(away(From));
    Start.Extra.emplace_back(Kept.back().get(), Number);
  }
  Start.Limits = usualLimits();
  Start.Ruleset = Ruleset.get();
  Start.Filter = systemCallFilter(Key);
  Spawned Started = spawn(Start);
  if (Started.Process < 0)
    return Failed(std::strerror(Started.Failure));
  ServerProcess Server;
  Server.Process = Started.Process;
  Server.Commands = std::move(Commands.Write);
  Server.Answers = std::move(Answers.Read);
  // Its end shows by nobody else having these.
  Answers.Write.close();
  Commands.Read.close();
  Kept.clear();
  // If nobody takes it, the answer says why.
  (void)Server.send({VernierHello, 0, Key, MostProcesses, 0, 0});
  auto Answer = Server.awaitAnswer(StartTime, {});
  if (!Answer)
    return Failed(Answer.error().Message);
  if (Answer->Kind == VernierRefused)
    return Failed(refusalText(Answer->Status));
  if (Answer->Kind != VernierReady)
    return Failed("it does not speak the language of this version");
  // Among thousands of processes of a run it has to get its turn, where the system lets it.
  setpriority(PRIO_PROCESS, static_cast<id_t>(Started.Process), -10);
  return Server;
}

bool ServerProcess::send(const VernierCommand &Command) {
  // A pipe without a reader is an answer, not a signal.
  sigset_t Broken, Before;
  sigemptyset(&Broken);
  sigaddset(&Broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &Broken, &Before);
  bool Sent = write(Commands.get(), &Command, sizeof Command) == ssize_t(sizeof Command);
  if (!Sent) {
    timespec Now{};
    sigtimedwait(&Broken, nullptr, &Now);
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  return Sent;
}

Error ServerProcess::lost(const std::string &Why) {
  end();
  return analysisError(Why);
}

Status ServerProcess::await(milliseconds Time, const std::function<bool()> &MustStop) {
  auto Deadline = Clock::now() + Time;
  for (bool Stopping = false;;) {
    pollfd Waiting{Answers.get(), POLLIN, 0};
    int Ready = poll(&Waiting, 1, static_cast<int>(Look.count()));
    if (Ready > 0)
      return Done{};
    if (Clock::now() >= Deadline)
      return lost("the server of the instrumented program does not answer");
    if (!Stopping && MustStop && MustStop()) {
      Stopping = true;
      Deadline = Clock::now() + EndTime;
      if (!send({VernierStop, 0, 0, 0, 0, 0}))
        return lost("the server of the instrumented program is gone");
    }
  }
}

Result<VernierAnswer> ServerProcess::awaitAnswer(milliseconds Time, const std::function<bool()> &MustStop) {
  if (Status Waited = await(Time, MustStop); !Waited)
    return Waited.takeError();
  VernierAnswer Answer;
  if (read(Answers.get(), &Answer, sizeof Answer) == ssize_t(sizeof Answer))
    return Answer;
  return lost("the server of the instrumented program " + howItEnded(Process));
}

Result<VernierAnswer> ServerProcess::run(milliseconds Time, const std::function<bool()> &MustStop) {
  auto Given = static_cast<std::uint32_t>(std::clamp<std::int64_t>(Time.count(), 1, 1 << 30));
  if (Process < 0 || !send({VernierStart, Given, 0, 0, 0, 0}))
    return lost("the server of the instrumented program is gone");
  auto Answer = awaitAnswer(Time + EndTime, MustStop);
  if (Answer && Answer->Kind == VernierRefused)
    return lost("the server of the instrumented program cannot go on: " + refusalText(Answer->Status));
  if (Answer && Answer->Kind != VernierEnded)
    return lost("the server of the instrumented program says what makes no sense");
  return Answer;
}

Result<std::vector<VernierProbe>> ServerProcess::probe(std::uint32_t Count, milliseconds Time,
                                                       const std::function<bool()> &MustStop) {
  auto Given = static_cast<std::uint32_t>(std::clamp<std::int64_t>(Time.count(), 1, 1 << 30));
  if (Process < 0 || !send({VernierProbes, Given, 0, 0, Count, 0}))
    return lost("the server of the instrumented program is gone");
  if (Status Waited = await(Count * Time + EndTime, MustStop); !Waited)
    return Waited.takeError();
  // All of it is written at once.
  struct {
    VernierAnswer Head;
    VernierProbe Rows[VernierMostProbes];
  } Answer;
  auto Size = static_cast<std::size_t>(std::max<ssize_t>(0, read(Answers.get(), &Answer, sizeof Answer)));
  if (Size < sizeof Answer.Head)
    return lost("the server of the instrumented program " + howItEnded(Process));
  if (Answer.Head.Kind == VernierRefused)
    return lost("the server of the instrumented program cannot go on: " + refusalText(Answer.Head.Status));
  auto Rows = static_cast<std::uint32_t>(Answer.Head.Status);
  if (Answer.Head.Kind != VernierProbed || Rows > Count || Size != sizeof Answer.Head + Rows * sizeof(VernierProbe))
    return lost("the server of the instrumented program says what makes no sense");
  return std::vector<VernierProbe>(Answer.Rows, Answer.Rows + Rows);
}

void ServerProcess::end() {
  if (Process < 0)
    return;
  kill(Process, SIGKILL);
  // As long as it is not reaped, nobody else can have a session of its number.
  for (int I = 0; I != 1000 && killSession(Process); ++I)
    usleep(1000);
  while (waitpid(Process, nullptr, 0) < 0 && errno == EINTR)
    ;
  Process = -1;
  Commands.close();
  Answers.close();
}

} // namespace vernier
