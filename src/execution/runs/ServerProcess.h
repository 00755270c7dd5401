#pragma once

#include "abi/Run.h"
#include "base/Result.h"
#include "execution/runs/Descriptor.h"

#include <chrono>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vernier {

/// What a server is started with.
struct ServerPlan {
  std::string Executable;
  std::string Directory; ///< where runs are and may write
  int Run = -1, Arena = -1;
  int Exchange = -1; ///< -1: it is a whole program, whose functions are all defined
  int Output = -1, Errors = -1;
};

/// The process of a server (runtime/Server.c), confined like any run. Nothing that it says is believed beyond what it
/// can be believed for: that a run has ended, and how.
class ServerProcess {
public:
  static Result<ServerProcess> start(const ServerPlan &Plan);

  ServerProcess(ServerProcess &&Other) noexcept
      : Process(std::exchange(Other.Process, -1)), Commands(std::move(Other.Commands)),
        Answers(std::move(Other.Answers)) {}
  ServerProcess &operator=(ServerProcess &&Other) noexcept;
  ~ServerProcess() { end(); }

  /// One run. MustStop is asked now and then while it takes long. An error means that the server is gone, and
  /// everything that it started: there has to be a new one.
  Result<VernierAnswer> run(std::chrono::milliseconds Time, const std::function<bool()> &MustStop);

  /// Runs of the first Count inputs, each without a trace and with this much time, up to one that has to be stopped.
  Result<std::vector<VernierProbe>> probe(std::uint32_t Count, std::chrono::milliseconds Time,
                                          const std::function<bool()> &MustStop);

  /// Kills it with everything that it started.
  void end();
  pid_t process() const { return Process; }

private:
  ServerProcess() = default;
  /// Until there is something to read; else the server is gone, and the error says why.
  Status await(std::chrono::milliseconds Time, const std::function<bool()> &MustStop);
  Result<VernierAnswer> awaitAnswer(std::chrono::milliseconds Time, const std::function<bool()> &MustStop);
  Error lost(const std::string &Why);
  bool send(const VernierCommand &Command);

  pid_t Process = -1;
  Descriptor Commands, Answers;
};

} // namespace vernier
