#include "project/Subprocess.h"

#include "project/WriteProtection.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace vernier {

namespace {

/// Both ends close when a program is started, so that no other child of this process keeps a pipe open.
struct Pipe {
  int Read = -1, Write = -1;
  Pipe() = default;
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  ~Pipe() {
    closeEnd(Read);
    closeEnd(Write);
  }
  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    Read = Ends[0];
    Write = Ends[1];
    return true;
  }
  static void closeEnd(int &End) {
    if (End >= 0)
      close(End);
    End = -1;
  }
};

struct SpawnActions {
  posix_spawn_file_actions_t Actions;
  SpawnActions() { posix_spawn_file_actions_init(&Actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&Actions); }
  SpawnActions(const SpawnActions &) = delete;
  SpawnActions &operator=(const SpawnActions &) = delete;
};

std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>> &Added) {
  std::map<std::string, std::string> Variables;
  for (char **Entry = environ; *Entry; ++Entry) {
    std::string Text = *Entry;
    auto Equals = Text.find('=');
    if (Equals != std::string::npos)
      Variables[Text.substr(0, Equals)] = Text.substr(Equals + 1);
  }
  for (const auto &[Name, Value] : Added)
    Variables[Name] = Value;
  std::vector<std::string> Result;
  for (const auto &[Name, Value] : Variables)
    Result.push_back(Name + "=" + Value);
  return Result;
}

std::vector<char *> pointers(std::vector<std::string> &Texts) {
  std::vector<char *> Result;
  for (std::string &Text : Texts)
    Result.push_back(Text.data());
  Result.push_back(nullptr);
  return Result;
}

void redirect(SpawnActions &Spawn, const ProcessRequest &Request, const Pipe &Output, const Pipe &Errors) {
  auto *Actions = &Spawn.Actions;
  if (!Request.InputFile.empty() || !Request.ShareStandardStreams) {
    const char *Input = Request.InputFile.empty() ? "/dev/null" : Request.InputFile.c_str();
    posix_spawn_file_actions_addopen(Actions, 0, Input, O_RDONLY, 0);
  }
  if (!Request.OutputFile.empty()) {
    posix_spawn_file_actions_addopen(Actions, 1, Request.OutputFile.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(Actions, 1, 2);
  } else if (!Request.ShareStandardStreams) {
    posix_spawn_file_actions_adddup2(Actions, Output.Write, 1);
    posix_spawn_file_actions_adddup2(Actions, Errors.Write, 2);
  }
  if (!Request.Directory.empty())
    posix_spawn_file_actions_addchdir_np(Actions, Request.Directory.c_str());
}

/// Reads both pipes as they fill, so that the child never blocks on one while we wait for the other.
void drain(Pipe &Output, Pipe &Errors, ProcessOutcome &Outcome) {
  while (Output.Read >= 0 || Errors.Read >= 0) {
    pollfd Waiting[2] = {{Output.Read, POLLIN, 0}, {Errors.Read, POLLIN, 0}};
    if (poll(Waiting, 2, -1) < 0) {
      if (errno == EINTR)
        continue;
      return;
    }
    for (int I = 0; I != 2; ++I) {
      if (!Waiting[I].revents)
        continue;
      char Buffer[65536];
      ssize_t Count = read(Waiting[I].fd, Buffer, sizeof Buffer);
      if (Count > 0)
        (I == 0 ? Outcome.Output : Outcome.Errors).append(Buffer, static_cast<std::size_t>(Count));
      else if (Count == 0 || errno != EINTR)
        Pipe::closeEnd(I == 0 ? Output.Read : Errors.Read);
    }
  }
}

Error cannotStart(const ProcessRequest &Request, int Why) {
  std::string Message = "cannot run '" + Request.Arguments.front() + "'";
  if (!Request.Directory.empty())
    Message += " in '" + Request.Directory + "'";
  return analysisError(Message + ": " + std::strerror(Why));
}

} // namespace

std::string ProcessOutcome::describe() const {
  if (Signal != 0)
    return "signal " + std::to_string(Signal) + " (" + strsignal(Signal) + ")";
  return "exit status " + std::to_string(Exit);
}

Result<ProcessOutcome> runProcess(const ProcessRequest &Request) {
  Pipe Output, Errors;
  bool Capture = !Request.ShareStandardStreams && Request.OutputFile.empty();
  if (Capture && (!Output.open() || !Errors.open()))
    return cannotStart(Request, errno);
  SpawnActions Spawn;
  redirect(Spawn, Request, Output, Errors);

  std::vector<std::string> Arguments = Request.Arguments, Environment = environmentWith(Request.Environment);
  pid_t Child = 0;
  int Why = 0;
  auto Start = [&] {
    Why = posix_spawnp(&Child, Arguments.front().c_str(), &Spawn.Actions, nullptr, pointers(Arguments).data(),
                       pointers(Environment).data());
  };
  if (Request.Writable.empty())
    Start();
  else
    std::thread([&] {
      protectFromThisThread(Request.Writable, Request.Arguments.front());
      Start();
    }).join();
  if (Why)
    return cannotStart(Request, Why);
  Pipe::closeEnd(Output.Write);
  Pipe::closeEnd(Errors.Write);

  ProcessOutcome Outcome;
  drain(Output, Errors, Outcome);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return cannotStart(Request, errno);
  if (WIFSIGNALED(Status))
    Outcome.Signal = WTERMSIG(Status);
  else
    Outcome.Exit = WEXITSTATUS(Status);
  return Outcome;
}

} // namespace vernier
