#include "unit/bounded/Prove.h"

#include "random/Execution.h"
#include "support/CompileText.h"

namespace vernier::test {

namespace {

/// Leaves in the order of the parameters; the harness of the tests passes integers only.
std::optional<Input> integers(const InputSpace &Space, const InputAssignment &Values) {
  Input Result;
  for (const InputArgument &Argument : Space.NewArguments) {
    if (Argument.What != InputArgument::Kind::Leaf)
      return std::nullopt;
    const InputLeaf &Leaf = Space.Leaves[Argument.Index];
    if (Leaf.Floating)
      return std::nullopt;
    const llvm::APInt &Value = Values[Argument.Index];
    Result.push_back(Leaf.Signed ? Value.getSExtValue() : static_cast<std::int64_t>(Value.getZExtValue()));
  }
  return Result;
}

} // namespace

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
  std::optional<CompiledProgram> OldCode, NewCode;
  Wanted.Confirm = [&](const InputAssignment &Values) {
    auto In = integers(Done.Space, Values);
    if (!In)
      return Confirmation::Differs; // the tests of the executable builds look at these
    if (!OldCode) {
      auto A = compileForExecution(Old.module(), Entry), B = compileForExecution(New.module(), Entry);
      if (!A || !B)
        return Confirmation::Impossible;
      OldCode = std::move(*A);
      NewCode = std::move(*B);
    }
    Outcome A = run(*OldCode, *In), B = run(*NewCode, *In);
    if (!A.comparable() || !B.comparable())
      return Confirmation::Impossible;
    return A.sameBehaviour(B) ? Confirmation::Same : Confirmation::Differs;
  };
  Done.Result = proveBounded(Old, New, &Map, Done.Space, Wanted);
  if (Done.Result.Difference)
    for (const InputValue &Value : describe(Done.Space, *Done.Result.Difference))
      Done.Witness.push_back(Value.Name + "=" + Value.Value);
  return Done;
}

} // namespace vernier::test
