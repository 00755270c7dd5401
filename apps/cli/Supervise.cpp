#include "Supervise.h"

#include "Common.h"

#include "base/Memory.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace vernier::cli {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t StackBytes = std::size_t(1) << 30;
constexpr milliseconds Glance(20);

std::int64_t now() {
  return std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch()).count();
}

/// What the engines may be late by: a part of what is promised, so that ending them and telling so fit in, too.
milliseconds patience(milliseconds Limit) {
  return Limit + Limit / 5 + milliseconds(1200);
}

} // namespace

struct WorkClock::Shared {
  static constexpr std::int64_t Stopped = -1;
  std::atomic<std::int64_t> Used = 0; ///< milliseconds, until it was stopped last
  std::atomic<std::int64_t> Since = Stopped;
  std::atomic<std::int64_t> Paused = 0, PausedAt = 0;
  static constexpr unsigned None = 2;
  std::atomic<unsigned> Draft = None; ///< the newest that is whole
};

WorkClock::WorkClock(std::optional<milliseconds> Limit) : Limit(Limit) {
  void *Memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  State = Memory == MAP_FAILED ? nullptr : new (Memory) Shared;
  for (int &Draft : Drafts)
    Draft = memfd_create("report", MFD_CLOEXEC);
}

WorkClock::~WorkClock() {
  if (State)
    munmap(State, sizeof(Shared));
  for (int Draft : Drafts)
    if (Draft >= 0)
      close(Draft);
}

void WorkClock::run() {
  if (!State || State->Since != Shared::Stopped)
    return;
  if (std::int64_t Before = State->PausedAt)
    State->Paused += now() - Before;
  State->Since = now();
}

void WorkClock::pause() {
  if (!State || State->Since == Shared::Stopped)
    return;
  State->Used += now() - State->Since;
  State->PausedAt = now();
  State->Since = Shared::Stopped;
}

milliseconds WorkClock::used() const {
  if (!State)
    return milliseconds(0);
  std::int64_t Since = State->Since;
  return milliseconds(State->Used + (Since == Shared::Stopped ? 0 : now() - Since));
}

milliseconds WorkClock::paused() const {
  return milliseconds(State ? State->Paused.load() : 0);
}

bool WorkClock::isOver() const {
  return Limit && used() >= patience(*Limit);
}

void WorkClock::keep(const KnownSoFar &Report) {
  if (!State)
    return;
  unsigned Next = State->Draft == 0 ? 1 : 0;
  std::string Whole = std::to_string(Report.Code) + " " + std::to_string(Report.Text.size()) + "\n";
  Whole += Report.Text + Report.Json;
  if (ftruncate(Drafts[Next], 0) != 0)
    return;
  for (std::size_t At = 0; At != Whole.size();) {
    ssize_t Written = pwrite(Drafts[Next], Whole.data() + At, Whole.size() - At, static_cast<off_t>(At));
    if (Written <= 0)
      return;
    At += static_cast<std::size_t>(Written);
  }
  State->Draft = Next;
}

std::optional<KnownSoFar> WorkClock::kept() const {
  if (!State || State->Draft == Shared::None)
    return std::nullopt;
  int Draft = Drafts[State->Draft];
  struct stat About = {};
  if (fstat(Draft, &About) != 0)
    return std::nullopt;
  std::string Whole(static_cast<std::size_t>(About.st_size), 0);
  for (std::size_t At = 0; At != Whole.size();) {
    ssize_t Count = pread(Draft, Whole.data() + At, Whole.size() - At, static_cast<off_t>(At));
    if (Count <= 0)
      return std::nullopt;
    At += static_cast<std::size_t>(Count);
  }
  std::size_t Line = Whole.find('\n'), Length = 0;
  KnownSoFar Report;
  if (Line == std::string::npos || std::sscanf(Whole.c_str(), "%d %zu", &Report.Code, &Length) != 2 ||
      Length > Whole.size() - Line - 1)
    return std::nullopt;
  Report.Text = Whole.substr(Line + 1, Length);
  Report.Json = Whole.substr(Line + 1 + Length);
  return Report;
}

namespace {

/// What a process holds for itself alone; files and memory that it shares with runs are not counted.
std::uint64_t ownBytes(pid_t Process) {
  std::ifstream Stream("/proc/" + std::to_string(Process) + "/statm");
  std::uint64_t Addressed = 0, Resident = 0, Shared = 0;
  Stream >> Addressed >> Resident >> Shared;
  return (Resident - std::min(Shared, Resident)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Work {
  const SupervisedVerb &Verb;
  WorkClock &Time;
  int Code = 0;
};

void *carryOut(void *Given) {
  Work &Mine = *static_cast<Work *>(Given);
  Mine.Code = Mine.Verb.Run(Mine.Time);
  return nullptr;
}

/// In a thread, because the stack of a process cannot be chosen.
int runDeep(const SupervisedVerb &Verb, WorkClock &Time) {
  Work Mine{Verb, Time};
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackBytes);
  pthread_t Thread;
  if (pthread_create(&Thread, &Attributes, carryOut, &Mine) == 0)
    pthread_join(Thread, nullptr);
  else
    carryOut(&Mine);
  pthread_attr_destroy(&Attributes);
  return Mine.Code;
}

[[noreturn]] void beTheWorker(const SupervisedVerb &Verb, WorkClock &Time, pid_t Watcher) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Watcher)
    _exit(CouldNotAnalyse);
  int Code = runDeep(Verb, Time);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(Code); // what is left is memory, which takes time to give back
}

pid_t Worker = -1; // a signal handler can reach nothing else

/// A terminal tells both processes; who sends a signal himself tells only this one.
void passOn(int Signal, siginfo_t *From, void *) {
  if (From->si_code <= 0 && Worker > 0)
    kill(Worker, Signal);
}

void passSignalsOn() {
  struct sigaction Action = {};
  Action.sa_sigaction = passOn;
  Action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGINT, &Action, nullptr);
}

/// Ends in the way that the worker has ended.
int endAlike(int Status) {
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status);
  int Signal = WTERMSIG(Status);
  if (Signal == SIGINT || Signal == SIGTERM || Signal == SIGHUP || Signal == SIGPIPE) {
    signal(Signal, SIG_DFL);
    raise(Signal);
  }
  return fail(analysisError(std::string("it crashed (") + strsignal(Signal) +
                            "), which is an error of Vernier: please report it"));
}

std::string bytesText(std::uint64_t Bytes) {
  return std::to_string(Bytes >> 20) + "M";
}

pid_t parentOf(const std::string &Process) {
  std::ifstream Stream("/proc/" + Process + "/stat");
  std::string Line;
  std::getline(Stream, Line);
  std::size_t Name = Line.rfind(')'); // it may have any characters
  int Parent = -1;
  if (Name != std::string::npos && Name + 4 < Line.size())
    Parent = std::atoi(Line.c_str() + Name + 4);
  return Parent;
}

/// What the worker has started is ours when it is gone: compilers, programs under test.
void endOrphans() {
  constexpr unsigned MostRounds = 50; // each may leave orphans of its own
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    std::error_code Ignored;
    for (const auto &Entry : std::filesystem::directory_iterator("/proc", Ignored))
      if (std::string Name = Entry.path().filename(); std::isdigit(Name[0]) && parentOf(Name) == getpid())
        kill(std::atoi(Name.c_str()), SIGKILL);
    pid_t Ended = 0;
    while ((Ended = waitpid(-1, nullptr, WNOHANG)) > 0)
      ;
    if (Ended < 0)
      return;
    usleep(2000);
  }
}

int end(const SupervisedVerb &Verb, const WorkClock &Time, const Reason &Why) {
  kill(Worker, SIGKILL);
  while (waitpid(Worker, nullptr, 0) < 0 && errno == EINTR)
    ;
  endOrphans();
  return Verb.Unfinished(Why, Time.kept());
}

} // namespace

int supervise(const SupervisedVerb &Verb, WorkClock &Time) {
  setResidentLimit(Verb.Memory);
  std::cout.flush();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t Watcher = getpid();
  Worker = fork();
  if (Worker < 0)
    return runDeep(Verb, Time);
  if (Worker == 0)
    beTheWorker(Verb, Time, Watcher);
  passSignalsOn();
  while (true) {
    int Status = 0;
    pid_t Ended = waitpid(Worker, &Status, WNOHANG);
    if (Ended == Worker)
      return endAlike(Status);
    if (Time.isOver())
      return end(Verb, Time, {"budget", "the time was used up and it had to be ended (--time gives it more)", {}});
    if (ownBytes(Worker) > Verb.Memory)
      return end(Verb, Time,
                 {"memory", "it held more than " + bytesText(Verb.Memory) + " (--memory gives it more)", {}});
    usleep(static_cast<useconds_t>(std::chrono::microseconds(Glance).count()));
  }
}

} // namespace vernier::cli
