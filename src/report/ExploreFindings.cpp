#include "report/ExploreReport.h"

#include "input/ReadInput.h"
#include "report/Text.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

Location placeOf(const ExploreResult &Result, std::uint32_t Site) {
  return Site < Result.Sites.size() ? Result.Sites[Site] : Location();
}

} // namespace

std::vector<ExploreFinding> findingsOf(const ExploreResult &Result) {
  std::vector<ExploreFinding> All;
  auto Add = [&](ExploreFinding One) {
    auto Known = llvm::find_if(All, [&](const ExploreFinding &Each) {
      return Each.Kind == One.Kind && Each.Where == One.Where && Each.Confirmed == One.Confirmed;
    });
    if (Known == All.end())
      Known = All.insert(All.end(), std::move(One));
    ++Known->Tests;
  };
  for (std::size_t I = 0; I != Result.Found.Tests.size(); ++I) {
    const ExploredTest &Test = Result.Found.Tests[I];
    const Outcome *Plain = I < Result.Outcomes.size() ? &Result.Outcomes[I].Plain : nullptr;
    for (const RunFinding &Each : Test.Findings)
      Add({I, Each.Kind, placeOf(Result, Each.Site), Each.Detail, true, 0});
    bool Dies = Plain && Plain->End == Ending::Signalled;
    if (Test.Findings.empty() && (Test.crashed() || Dies))
      Add({I,
           signalName(Dies ? Plain->Code : Test.End.Code),
           {},
           Dies ? "" : "only the instrumented build shows it",
           Dies,
           0});
  }
  return All;
}

ExploreAnswer answerOf(const ExploreResult &Result) {
  if (llvm::any_of(findingsOf(Result), [](const ExploreFinding &Each) { return Each.Confirmed; }))
    return ExploreAnswer::Found;
  bool Trusted = llvm::all_of(Result.Outcomes, [](const ExploredOutcome &Each) {
    return Each.Confirmed && Each.Deterministic && Each.Plain.comparable();
  });
  bool All = Result.Found.Complete && !Result.Found.Failure && Result.Outcomes.size() == Result.Found.Tests.size();
  return All && Trusted ? ExploreAnswer::NothingFound : ExploreAnswer::Undecided;
}

std::string testName(unsigned Id) {
  std::string Number = std::to_string(Id);
  return "test-" + std::string(Number.size() < 6 ? 6 - Number.size() : 0, '0') + Number;
}

std::vector<SavedTest> savedTests(const ExploreResult &Result, const InputOptions &Input, const std::string &Version) {
  std::vector<SavedTest> Tests;
  for (std::size_t I = 0; I != Result.Found.Tests.size(); ++I) {
    const ExploredTest &From = Result.Found.Tests[I];
    SavedTest Test;
    Test.Name = testName(From.Id);
    Test.Space = Input;
    Test.Input = describe(Result.Space, From.Input);
    for (std::size_t Leaf = 0; Leaf != Test.Input.size(); ++Leaf)
      Test.Input[Leaf].Value = exactValueText(From.Input[Leaf], Test.Input[Leaf].Signed, Test.Input[Leaf].Floating);
    Test.Texts = describeTexts(Result.Space, From.Input);
    if (I < Result.Outcomes.size())
      Test.Recorded = Result.Outcomes[I].Plain;
    Test.FoundOn = Version;
    Test.Path = From.Path.text();
    for (const RunFinding &Each : From.Findings)
      Test.Findings.push_back(Each.Kind + " at " + placeText(placeOf(Result, Each.Site)));
    Tests.push_back(std::move(Test));
  }
  return Tests;
}

std::vector<ObservedTest> observedTests(const ExploreResult &Result) {
  std::vector<ObservedTest> Tests;
  for (std::size_t I = 0; I != Result.Found.Tests.size() && I != Result.Outcomes.size(); ++I)
    Tests.push_back({testName(Result.Found.Tests[I].Id), Result.Found.Tests[I].Input, Result.Outcomes[I].Plain,
                     Result.Outcomes[I].Deterministic});
  return Tests;
}

} // namespace vernier
