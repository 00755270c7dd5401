#include "unit/bounded/Prove.h"

#include "execution/builds/PlainBuild.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/Support/FileSystem.h>

#include <unistd.h>

namespace vernier::test {

std::string Proof::text() const {
  std::string Text(toString(Result.Judged.What));
  Text += " (" + std::string(toString(Result.Judged.Reach)) + ", " + Result.Judged.Why.Code + ": " +
          Result.Judged.Why.Message + ")";
  for (const std::string &Value : Witness)
    Text += " " + Value;
  return Text;
}

Proof prove(const std::string &OldText, const std::string &NewText, const std::string &Entry, ProofOptions Options) {
  Program Old = compileText(OldText), New = compileText(NewText);
  ChangeMap Map = computeChangeMap(Old, New, Entry);
  Options.Input.Entry = Entry;
  Proof Done;
  auto Space = inputSpace(Old, New, Options.Input);
  if (!Space) {
    Done.Result.Judged.Why = {"input", Space.error().Message, {}};
    return Done;
  }
  Done.Space = *Space;
  BoundedOptions Wanted;
  Wanted.Bound = Options.Bound;
  Wanted.Time = Options.Time;
  Wanted.CheckOverflow = Options.CheckOverflow;
  std::string Directory = testing::TempDir() + "vernier-bounded-" + std::to_string(getpid());
  auto Place = Workspace::at(Directory);
  Wanted.Confirm = [&](const InputAssignment &Values) {
    auto OldBuild = PlainBuild::create(Old, New, Side::Old, Done.Space, *Place);
    auto NewBuild = PlainBuild::create(Old, New, Side::New, Done.Space, *Place);
    if (!OldBuild || !NewBuild)
      return Confirmation::Impossible;
    Outcome A = OldBuild->run(Values), B = NewBuild->run(Values);
    if (!A.comparable() || !B.comparable())
      return Confirmation::Impossible;
    return sameBehaviour(A, B) ? Confirmation::Same : Confirmation::Differs;
  };
  Done.Result = proveBounded(Old, New, &Map, Done.Space, Wanted);
  if (Done.Result.Difference)
    for (const InputValue &Value : describe(Done.Space, *Done.Result.Difference))
      Done.Witness.push_back(Value.Name + "=" + Value.Value);
  llvm::sys::fs::remove_directories(Directory);
  return Done;
}

} // namespace vernier::test
