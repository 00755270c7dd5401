#include "report/tests/VerifyTests.h"

#include "input/ReadInput.h"
#include "input/Shape.h"
#include "report/ExploreReport.h"
#include "report/VerifyReport.h"
#include "report/terms/SourceTypes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// A condition in a comment need not be complete: the JSON has it.
constexpr unsigned MostConjuncts = 12;

std::string aboutText(const VerifyResult &Verified, const VerifiedPartition &Part) {
  std::string Condition = conditionText(Verified, Part, MostConjuncts);
  return "class " + std::to_string(Part.Id) + ", " + std::string(toString(Part.What)) +
         (Part.What == Answer::Unknown ? " (" + Part.Why.Code + ")" : "") + (Condition.empty() ? "" : ": " + Condition);
}

/// What the new version showed, where the test has to know it.
std::optional<Outcome> otherOutcome(const ObservedClass &Seen) {
  if (Seen.Part->What == Answer::Equal || Seen.Old == Seen.New)
    return std::nullopt;
  return Seen.New;
}

SavedTest savedTest(const VerifyResult &Verified, const ObservedClass &Seen, const InputOptions &Input,
                    const std::string &Version) {
  const InputAssignment &Values = *Seen.Part->Values;
  SavedTest Test;
  Test.Name = testName(Seen.Part->Id);
  Test.Space = Input;
  Test.Input = describe(Verified.Space, Values);
  for (std::size_t I = 0; I != Test.Input.size(); ++I)
    Test.Input[I].Value = exactValueText(Values[I], Test.Input[I].Signed, Test.Input[I].Floating);
  Test.Texts = describeTexts(Verified.Space, Values);
  Test.Recorded = Seen.Old;
  Test.RecordedNew = otherOutcome(Seen);
  Test.About = aboutText(Verified, *Seen.Part);
  Test.FoundOn = Version;
  return Test;
}

bool sameArguments(const std::vector<InputArgument> &One, const std::vector<InputArgument> &Other) {
  return llvm::equal(One, Other, [](const InputArgument &A, const InputArgument &B) {
    return A.What == B.What && A.Index == B.Index;
  });
}

/// Why one declaration does not fit the function of both versions; empty: it does.
std::string whyNotOneSignature(const ChangeMap &Map, const InputSpace &Space) {
  if (Space.OldEntry != Space.NewEntry)
    return "'" + Space.NewEntry + "' is called '" + Space.OldEntry + "' in the old version";
  const llvm::Function *Old = Map.oldProgram().module().getFunction(Space.OldEntry);
  const llvm::Function *New = Map.newProgram().module().getFunction(Space.NewEntry);
  auto TypeOf = [](const SourceParameter &Parameter) {
    auto Number = numberType(Parameter.Type);
    return Number ? Number->Name : std::string(pointerType(Parameter.Type) ? "pointer" : "other");
  };
  bool Same = Old && New && !Old->hasLocalLinkage() && sameArguments(Space.OldArguments, Space.NewArguments);
  if (Same) {
    std::vector<SourceParameter> Before = sourceParameters(*Old), After = sourceParameters(*New);
    Same = llvm::equal(Before, After, [&](auto &A, auto &B) { return TypeOf(A) == TypeOf(B); }) &&
           Old->getReturnType()->getTypeID() == New->getReturnType()->getTypeID() &&
           Old->getReturnType()->getPrimitiveSizeInBits() == New->getReturnType()->getPrimitiveSizeInBits();
  }
  return Same ? "" : "'" + Space.NewEntry + "' is declared in another way in the old version";
}

} // namespace

Result<TestFiles> writeVerifyTests(const std::string &Directory, const ChangeMap &Map, const VerifyResult &Verified,
                                   const ObservedClasses &Observed, const InputOptions &Input) {
  std::vector<SavedTest> Saved;
  std::vector<ObservedTest> Tests;
  std::vector<std::string> LeftOut = Observed.LeftOut;
  std::string Unfit = Verified.Space.WholeProgram ? "" : whyNotOneSignature(Map, Verified.Space);
  for (const ObservedClass &Seen : Observed.All) {
    Saved.push_back(savedTest(Verified, Seen, Input, Map.oldProgram().label()));
    if (Unfit.empty())
      Tests.push_back({testName(Seen.Part->Id), *Seen.Part->Values, Seen.Old, Seen.Deterministic, otherOutcome(Seen),
                       aboutText(Verified, *Seen.Part)});
  }
  if (!Unfit.empty())
    LeftOut.push_back("all of them: " + Unfit);
  auto Written = writeTestFiles(Directory, Map.newProgram(), Verified.Space, Saved, Tests,
                                {"Verified", "one for each class of inputs that it found", true, "verified_test.cpp"});
  if (Written)
    Written->LeftOut.insert(Written->LeftOut.begin(), LeftOut.begin(), LeftOut.end());
  return Written;
}

} // namespace vernier
