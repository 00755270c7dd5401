#include "replay/Replay.h"

#include "input/ReadInput.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

InputOptions layoutOf(InputOptions Options) {
  Options.Bounds.clear();
  Options.Assume.clear();
  return Options;
}

bool sameTypes(const InputSpace &One, const InputSpace &Other) {
  return llvm::equal(One.Leaves, Other.Leaves, [](const InputLeaf &A, const InputLeaf &B) {
    return A.Bits == B.Bits && A.Signed == B.Signed && A.Floating == B.Floating;
  });
}

Status Replayer::prepare(const InputOptions &Options) {
  InputOptions Layout = layoutOf(Options);
  if (Prepared == Layout)
    return Done{};
  Prepared.reset();
  const Program &Other = Second ? *Second : First;
  auto Made = inputSpace(First, Other, Layout);
  if (!Made)
    return Made.takeError();
  Space = std::move(*Made);
  for (Side Which : {Side::Old, Side::New}) {
    std::optional<PlainBuild> &To = Builds[Which == Side::New];
    To.reset();
    if (Which == Side::New && !Second)
      continue;
    auto Built = PlainBuild::create(First, Other, Which, Space, Place);
    if (!Built)
      return Built.takeError();
    To.emplace(std::move(*Built));
  }
  Prepared = std::move(Layout);
  return Done{};
}

Result<InputAssignment> Replayer::assignment(const SavedTest &Test) const {
  auto Values = readInput(Space, Test.Input);
  if (Values || !Second)
    return Values;
  // The space of two versions has the names of the second one, and pairs parameters by position where their types
  // agree. A test that was made for the first one has the names of that one.
  auto Own = inputSpace(First, First, *Prepared);
  if (!Own || !sameTypes(*Own, Space))
    return Values;
  auto ByPosition = readInput(*Own, Test.Input);
  return ByPosition ? ByPosition : Values;
}

std::optional<Outcome> Replayer::run(const PlainBuild &Build, const InputAssignment &Input, Replayed &What) const {
  Outcome Once = Build.run(Input, Limits);
  if (!Once.comparable()) {
    What.Why = {"not-comparable", "a run " + outcomeText(Once) + (Once.Truncated ? " (output cut off)" : "")};
    return Once;
  }
  if (Outcome Again = Build.run(Input, Limits); !sameBehaviour(Once, Again, Observed))
    What.Why = {"not-deterministic", "the same run again did something else: " + outcomeText(Again)};
  return Once;
}

void Replayer::judge(Replayed &What) const {
  if (!What.Why.Code.empty())
    return;
  const std::optional<Outcome> &Left = Second ? What.First : What.Recorded, &Right = Second ? What.Second : What.First;
  if (!Left) {
    What.Why = {"not-recorded", "the test does not say what its run showed"};
  } else if (!Left->comparable()) {
    What.Why = {"not-comparable", "the recorded run " + outcomeText(*Left)};
  } else if (sameBehaviour(*Left, *Right, Observed)) {
    What.What = Answer::Equal;
    What.Why = {"replayed", Second ? "both versions show the same" : "as recorded"};
  } else {
    What.What = Answer::Different;
    What.Why = {"replayed", Second ? "the versions show different outcomes" : "not as recorded"};
  }
}

Result<Replayed> Replayer::replay(const SavedTest &Test) {
  if (Status Ready = prepare(Test.Space); !Ready) {
    Error Why = Ready.takeError();
    Why.Message = Test.Name + ": " + Why.Message;
    return Why;
  }
  Replayed Result{Test.Name, Answer::Unknown, {}, Test.Input, Test.Texts, Test.Recorded, {}, {}};
  auto Values = assignment(Test);
  if (!Values) {
    Result.Why = {reason::Signature, "the test does not fit: " + Values.error().Message};
    return Result;
  }
  Result.First = run(*Builds[0], *Values, Result);
  if (Second)
    Result.Second = run(*Builds[1], *Values, Result);
  judge(Result);
  return Result;
}

} // namespace vernier
