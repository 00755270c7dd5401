#include "SelectRuns.h"

#include "base/Budget.h"
#include "replay/Replay.h"

#include <iostream>

namespace vernier::cli {

namespace {

void showProgress(const SelectedRuns &Runs, std::size_t Done, std::size_t All, const TestOutcome &Outcome) {
  if (Runs.Quiet)
    return;
  const char *Word = Outcome.What == TestOutcome::Kind::Passed   ? "ok"
                     : Outcome.What == TestOutcome::Kind::Failed ? "FAILED"
                                                                 : "open";
  std::cerr << "[" << Done << "/" << All << "] " << Outcome.Name << ": " << Word
            << (Outcome.Message.empty() ? "" : " (" + Outcome.Message + ")") << std::endl;
}

} // namespace

Result<std::vector<TestOutcome>> runSelectedCommands(const SelectedRuns &Runs, const std::vector<SuiteTest> &Tests) {
  std::vector<TestOutcome> Outcomes;
  if (Tests.empty())
    return Outcomes;
  auto Suite = SuitePlace::prepare(Runs.New, Runs.Options, Runs.Place, {});
  if (!Suite)
    return Suite.takeError();
  for (const SuiteTest &Test : Tests) {
    auto Ran = runSuiteTest(**Suite, Test, Runs.TestTime);
    if (!Ran)
      return Ran.takeError();
    Outcomes.push_back({Test.Name, Ran->passed() ? TestOutcome::Kind::Passed : TestOutcome::Kind::Failed, Ran->Seconds,
                        Ran->passed() ? "" : Ran->describe(), Ran->Output + Ran->Errors});
    showProgress(Runs, Outcomes.size(), Tests.size(), Outcomes.back());
  }
  return Outcomes;
}

Result<std::vector<TestOutcome>> runSelectedTests(const SelectedRuns &Runs, const Program &New,
                                                  const std::vector<const SavedTest *> &Tests) {
  std::vector<TestOutcome> Outcomes;
  Replayer Again(New, nullptr, Runs.Place, Runs.Limits, Runs.Observed);
  for (const SavedTest *Test : Tests) {
    Stopwatch Watch;
    auto Shown = Again.replay(*Test);
    if (!Shown)
      return Shown.takeError();
    TestOutcome Outcome{Test->Name, TestOutcome::Kind::Open, Watch.seconds(), Shown->Why.Message, {}};
    if (Shown->What == Answer::Equal) {
      Outcome.What = TestOutcome::Kind::Passed;
      Outcome.Message.clear();
    } else if (Shown->What == Answer::Different) {
      Outcome.What = TestOutcome::Kind::Failed;
      Outcome.Message = "not as recorded";
      Outcome.Output = "recorded: " + outcomeText(*Shown->Recorded) + "\nnow: " + outcomeText(*Shown->First);
    }
    Outcomes.push_back(std::move(Outcome));
    showProgress(Runs, Outcomes.size(), Tests.size(), Outcomes.back());
  }
  return Outcomes;
}

} // namespace vernier::cli
