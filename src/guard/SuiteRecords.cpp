#include "guard/SuiteRecords.h"

#include "abi/Monitor.h"
#include "base/TextFile.h"
#include "guard/TestRuns.h"
#include "suite/RunTest.h"
#include "suite/SuitePlace.h"
#include "suite/SuiteTest.h"

#include <llvm/ADT/STLExtras.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace vernier {

namespace {

class SuiteRunner {
public:
  SuiteRunner(const MonitoredSuite &Suite, const Program &Compared, Side Which, const PointPlan &Plan,
              PointAction Action, const Workspace &Storage)
      : Suite(Suite), Compared(Compared), Which(Which), Plan(Plan), Action(Action), Storage(Storage),
        Empty(monitorMemory(Plan, Which, Action)) {}

  Result<std::vector<SuiteTestRecords>> run() {
    auto Tree = SuitePlace::prepare(Suite.Version, Suite.Build, Storage,
                                    [&](const std::string &, const Program &, llvm::Module &Copy) {
                                      return weaveByShape(Compared.module(), Copy, Which, Plan, Action);
                                    });
    if (!Tree)
      return Tree.takeError();
    std::vector<SuiteTestRecords> All;
    for (const std::string &Command : Suite.Commands) {
      auto Tests = listTests(**Tree, Command);
      if (!Tests)
        return Tests.takeError();
      for (const SuiteTest &Test : *Tests) {
        auto Left = runTest(**Tree, Test);
        if (!Left)
          return Left.takeError();
        All.push_back(std::move(*Left));
      }
    }
    if (llvm::none_of(All, [](const SuiteTestRecords &Each) { return Each.Left.Started; }))
      return neverRan(**Tree);
    return All;
  }

private:
  Error neverRan(const SuitePlace &Tree) const {
    std::string Why;
    for (const SuiteExecutable &Each : Tree.executables())
      if (!Each.Problem.empty())
        Why += "; '" + Each.Name + "' stayed as the build made it: " + Each.Problem;
    return analysisError("'" + Suite.Commands.front() + "' never ran the program that is compared in '" +
                         Tree.directory() + "'" + Why +
                         "; it has to run an executable of the build (VERNIER_PROGRAM names it, if there is one)");
  }

  Result<SuiteTestRecords> runTest(const SuitePlace &Tree, const SuiteTest &Test) {
    auto Directory = Storage.scratchDirectory();
    if (!Directory)
      return Directory.takeError();
    auto Ran = runSuiteTest(Tree, Test, Suite.TestTime, {{VERNIER_MONITOR_VARIABLE, *Directory}});
    auto Left = Ran ? recordsIn(*Directory) : Result<MonitorContents>(Ran.takeError());
    (void)Storage.remove(*Directory);
    if (!Left)
      return Left.takeError();
    return SuiteTestRecords{Test.Name, Ran->passed() ? "" : Ran->describe(), std::move(*Left)};
  }

  Result<MonitorContents> recordsIn(const std::string &Directory) const {
    MonitorContents All;
    All.Points.resize(Action == PointAction::Record ? Plan.Points.size() : 0);
    All.Checks.resize(Action == PointAction::Record ? 0 : Plan.Chosen.size());
    std::error_code Failure;
    for (const auto &Each : fs::directory_iterator(Directory, Failure)) {
      auto Bytes = readTextFile(Each.path().string());
      if (!Bytes)
        return Bytes.takeError();
      auto Left = readMonitor(Empty, reinterpret_cast<const std::byte *>(Bytes->data()), Bytes->size());
      if (!Left)
        return Left.takeError();
      addContents(All, *Left);
    }
    return All;
  }

  const MonitoredSuite &Suite;
  const Program &Compared;
  Side Which;
  const PointPlan &Plan;
  PointAction Action;
  const Workspace &Storage;
  std::vector<std::uint64_t> Empty;
};

} // namespace

Result<std::vector<SuiteTestRecords>> runMonitoredSuite(const MonitoredSuite &Suite, const Program &Compared,
                                                        Side Which, const PointPlan &Plan, PointAction Action,
                                                        const Workspace &Place) {
  return SuiteRunner(Suite, Compared, Which, Plan, Action, Place).run();
}

} // namespace vernier
