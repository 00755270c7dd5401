#include "Subjects.h"

#include "efsm/language/Parse.h"
#include "efsm/language/Print.h"

#include <llvm/ADT/STLExtras.h>

#include <stdexcept>

namespace vernier::efsm::test {

namespace {

Machine reread(const std::string &Text) {
  Diagnostics Problems("changed.efsm", Text);
  auto Read = parseMachine(Problems);
  if (!Read)
    throw std::runtime_error(Problems.render());
  return std::move(*Read);
}

/// The machine with these transitions only, read again as a user's file would be.
Machine withTransitions(const Machine &Model, std::vector<Transition> Transitions) {
  Machine Result = Model;
  Result.Transitions = std::move(Transitions);
  return reread(printMachine(Result));
}

Machine without(const Machine &Model, unsigned Number) {
  std::vector<Transition> Left = Model.Transitions;
  Left.erase(Left.begin() + Number);
  return withTransitions(Model, std::move(Left));
}

/// The expression with its number of that position changed; Left counts down to it.
ExpressionRef changeNumber(const ExpressionRef &Of, unsigned &Left, int By) {
  if (Of->Op == Operator::Literal && Of->Constant.kind() == ValueKind::Integer && Left-- == 0)
    return literal(Value::integer(Of->Constant.asInteger() + Integer(By)), intType());
  auto Result = std::make_shared<Expression>(*Of);
  for (ExpressionRef &Each : Result->Operands)
    Each = changeNumber(Each, Left, By);
  return Result;
}

void changeNumbers(Transition &In, Random &Source) {
  unsigned Left = static_cast<unsigned>(Source.below(3));
  int By = Source.chance(50) ? 1 : -1;
  In.Guard = changeNumber(In.Guard, Left, By);
  for (Assignment &Each : In.Actions)
    Each.Source = changeNumber(Each.Source, Left, By);
  for (OutputCall &Each : In.Outputs)
    for (ExpressionRef &Argument : Each.Arguments)
      Argument = changeNumber(Argument, Left, By);
}

/// Whether a file may have it: numbers are within the ranges that they are assigned to.
bool isAllowed(const Machine &Model, const Transition &Each) {
  try {
    withTransitions(Model, {Each});
    return true;
  } catch (const std::runtime_error &) {
    return false;
  }
}

Transition anyReplacement(const Machine &Model, Transition Each, Random &Source) {
  switch (Source.below(4)) {
  case 0:
    Each.To = static_cast<unsigned>(Source.below(Model.States.size()));
    break;
  case 1:
    Each.Outputs.clear();
    break;
  case 2:
    if (!Each.Actions.empty())
      Each.Actions.pop_back();
    break;
  default:
    changeNumbers(Each, Source);
  }
  return Each;
}

Transition replacement(const Machine &Model, const Transition &Each, Random &Source) {
  for (;;)
    if (Transition Made = anyReplacement(Model, Each, Source); isAllowed(Model, Made))
      return Made;
}

bool isUsed(const Machine &Of, unsigned Input) {
  return llvm::any_of(Of.Transitions, [&](const Transition &Each) { return Each.Input == Input; });
}

/// Without the declarations of inputs that nothing processes.
Machine withoutUnusedInputs(const Machine &Of) {
  std::string Text = printMachine(Of), Result;
  for (std::size_t At = 0; At < Text.size();) {
    std::size_t End = Text.find('\n', At);
    std::string Line = Text.substr(At, End - At + 1);
    At = End + 1;
    bool Drop = false;
    for (unsigned I = 0; I < Of.Inputs.size(); ++I)
      Drop = Drop || (!isUsed(Of, I) && Line.starts_with("input " + Of.Inputs[I].Name + "("));
    if (!Drop)
      Result += Line;
  }
  return reread(Result);
}

std::vector<TestStart> startsFrom(const Machine &Model, const std::string &Text) {
  Diagnostics Problems("starts.efsm", Text);
  auto Read = parseTests(Model, Problems);
  if (!Read)
    throw std::runtime_error(Problems.render());
  return Read->Starts;
}

} // namespace

const std::vector<Subject> &subjects() {
  static const std::vector<Subject> All = {
      {"atm", 800, 50},     {"bank", 1124, 35},      {"completion", 800, 59},       {"conference", 723, 47},
      {"cruise", 1000, 78}, {"microwave", 1160, 12}, {"third-party-call", 837, 66}, {"two-phase-commit", 311, 18},
      {"vending", 87, 37}};
  return All;
}

Machine readModel(const Subject &Of) {
  auto Read = readMachine(VERNIER_SOURCE_DIR "/examples/efsm/" + Of.Name + "/old.efsm");
  if (!Read)
    throw std::runtime_error(Read.error().Message + "\n" + Read.error().Output);
  return std::move(*Read);
}

WalkOptions walkOptions(const Subject &Of, const Machine &Model, unsigned Tests, unsigned Length) {
  WalkOptions Options;
  Options.Seed = 0;
  for (char Each : Of.Name)
    Options.Seed = Options.Seed * 31 + static_cast<unsigned char>(Each);
  Options.Count = Tests;
  Options.Length = Length;
  if (Of.Name == "bank") {
    // Each bonus doubles the balance, one internal transition for each unit: small amounts keep that short.
    Options.Starts = startsFrom(Model, "test a from s0 with min = 5, max = 2, T1 = 2\n"
                                       "test b from s0 with min = 5, max = 3, T1 = 3\n");
    Options.Run.MaxInternal = 16;
  }
  return Options;
}

std::vector<Variant> singleChanges(const Machine &Model) {
  std::vector<Variant> Result;
  for (unsigned I = 0; I < Model.Transitions.size(); ++I) {
    Machine Less = without(Model, I);
    Result.push_back({"addition of " + Model.Transitions[I].Name, Less, Model});
    Result.push_back({"deletion of " + Model.Transitions[I].Name, Model, std::move(Less)});
  }
  return Result;
}

Variant inputGone(const Machine &Model, unsigned Input) {
  std::vector<Transition> Left = Model.Transitions;
  llvm::erase_if(Left, [&](const Transition &Each) { return Each.Input == Input; });
  return {"without " + Model.Inputs[Input].Name, Model, withoutUnusedInputs(withTransitions(Model, std::move(Left)))};
}

Variant severalChanges(const Machine &Model, unsigned Changes, Random &Source) {
  std::vector<unsigned> Chosen;
  for (unsigned I = 0; I < Model.Transitions.size(); ++I)
    Chosen.push_back(I);
  while (Chosen.size() > Changes)
    Chosen.erase(Chosen.begin() + static_cast<std::ptrdiff_t>(Source.below(Chosen.size())));
  std::vector<Transition> Old, New;
  std::string What;
  for (unsigned I = 0; I < Model.Transitions.size(); ++I) {
    const Transition &Each = Model.Transitions[I];
    std::uint64_t Way = llvm::is_contained(Chosen, I) ? Source.below(4) : 4;
    if (Way != 0)
      Old.push_back(Each);
    if (Way != 1)
      New.push_back(Way == 2 || Way == 3 ? replacement(Model, Each, Source) : Each);
    if (Way != 4)
      What += (What.empty() ? "" : ", ") + std::string(Way == 0 ? "+" : Way == 1 ? "-" : "~") + Each.Name;
  }
  Machine Changed = withTransitions(Model, std::move(New));
  if (Source.chance(50))
    Changed = withoutUnusedInputs(Changed);
  return {"several: " + What, withTransitions(Model, std::move(Old)), std::move(Changed)};
}

} // namespace vernier::efsm::test
