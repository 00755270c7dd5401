#include "suite/RunTest.h"

#include "base/Budget.h"
#include "project/Subprocess.h"

#include <csignal>

namespace vernier {

std::string SuiteRun::describe() const {
  if (TimedOut)
    return "no end within its time";
  ProcessOutcome Ended;
  Ended.Exit = Exit;
  Ended.Signal = Signal;
  return Ended.describe();
}

Result<SuiteRun> runInPlace(const SuitePlace &Place, const std::string &Command, std::chrono::milliseconds Time,
                            const EnvironmentVariables &Added) {
  ProcessRequest Request;
  // The time is kept by coreutils' timeout, which puts the command into a process group of its own and kills that.
  Request.Arguments = {"timeout", "--signal=KILL", std::to_string(Time.count() / 1000.0), "/bin/sh", "-c", Command};
  Request.Directory = Place.directory();
  Request.Environment = Place.environment();
  Request.Environment.insert(Request.Environment.end(), Added.begin(), Added.end());
  Request.Environment.emplace_back("PWD", Place.directory());
  Stopwatch Watch;
  auto Outcome = runProcess(Request);
  if (!Outcome)
    return Outcome.takeError();
  SuiteRun Run;
  Run.Seconds = Watch.seconds();
  // It ends as its command does, and kills itself too when it kills.
  constexpr int KilledByShell = 128 + SIGKILL;
  bool Killed = Outcome->Signal == SIGKILL || (Outcome->Signal == 0 && Outcome->Exit == KilledByShell);
  Run.TimedOut = Killed && Run.Seconds * 1000 >= static_cast<double>(Time.count());
  Run.Exit = Outcome->Exit;
  Run.Signal = Outcome->Signal;
  Run.Output = std::move(Outcome->Output);
  Run.Errors = std::move(Outcome->Errors);
  return Run;
}

Result<SuiteRun> runSuiteTest(const SuitePlace &Place, const SuiteTest &Test, std::chrono::milliseconds Time,
                              const EnvironmentVariables &Added) {
  return runInPlace(Place, Test.Command, Time, Added);
}

} // namespace vernier
