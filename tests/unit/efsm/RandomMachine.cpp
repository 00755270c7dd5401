#include "RandomMachine.h"

#include "efsm/language/Interpret.h"
#include "efsm/language/Parse.h"

namespace vernier::efsm::test {

namespace {

template <class T> const T &pick(const std::vector<T> &From, Random &Source) {
  return From[Source.below(From.size())];
}

std::string number(Random &Source, int Depth, const std::vector<std::string> &Parameters) {
  if (Depth <= 0 || Source.chance(35)) {
    std::vector<std::string> Leaves = {"x", "y", "m[x]", "r.n", "length(q)", std::to_string(Source.between(-3, 6))};
    Leaves.insert(Leaves.end(), Parameters.begin(), Parameters.end());
    Leaves.insert(Leaves.end(), Parameters.begin(), Parameters.end());
    return pick(Leaves, Source);
  }
  std::string A = number(Source, Depth - 1, Parameters), B = number(Source, Depth - 1, Parameters);
  switch (Source.below(9)) {
  case 0:
    return "(" + A + " - " + B + ")";
  case 1:
    return "(" + A + " * " + std::to_string(Source.between(-2, 3)) + ")";
  case 2:
    return "m[" + A + "]";
  case 3:
    return "(" + A + " mod " + std::to_string(Source.between(2, 4)) + ")";
  case 4: // a fault now and then
    return "(" + A + " div " + (Source.chance(30) ? "y" : "2") + ")";
  case 5:
    return "(if k == red then " + A + " else " + B + ")";
  case 6:
    return Source.chance(40) ? "head(q)" : A;
  default:
    return "(" + A + " + " + B + ")";
  }
}

std::string condition(Random &Source, int Depth, const std::vector<std::string> &Parameters) {
  if (Depth > 0 && Source.chance(30)) {
    std::string A = condition(Source, Depth - 1, Parameters), B = condition(Source, Depth - 1, Parameters);
    return "(" + A + (Source.chance(60) ? " and " : " or ") + B + ")";
  }
  switch (Source.below(8)) {
  case 0:
    return "b";
  case 1:
    return "k == " + std::string(Source.chance(50) ? "red" : "green");
  case 2:
    return Source.chance(50) ? "not empty(q)" : "empty(q)";
  case 3:
    return "not r.ok";
  default:
    return number(Source, 1, Parameters) + " " + pick<std::string>({"==", "!=", "<", "<=", ">", ">="}, Source) + " " +
           number(Source, 1, Parameters);
  }
}

std::string action(Random &Source, const std::vector<std::string> &Parameters) {
  std::string N = number(Source, 2, Parameters);
  switch (Source.below(10)) {
  case 0:
    return "y := " + std::string(Source.chance(70) ? "(" + N + ") mod 8" : "x"); // out of range now and then
  case 1:
    return "b := " + condition(Source, 1, Parameters);
  case 2:
    return "m[" + number(Source, 1, Parameters) + "] := " + N;
  case 3:
    return "k := if " + condition(Source, 0, Parameters) + " then red else green";
  case 4:
    return "r.n := " + N;
  case 5:
    return "r := {n: " + N + ", ok: " + condition(Source, 0, Parameters) + "}";
  case 6:
    return "q := push(q, " + N + ")";
  case 7:
    return "q := if empty(q) then q else pop(q)";
  default:
    return "x := " + N;
  }
}

std::string actions(Random &Source, const std::vector<std::string> &Parameters) {
  std::string Text;
  for (std::uint64_t I = Source.below(3); I > 0; --I)
    Text += (Text.empty() ? "" : "; ") + action(Source, Parameters);
  return Text;
}

std::string outputs(Random &Source, const std::vector<std::string> &Parameters) {
  if (Source.chance(20))
    return "";
  return Source.chance(70) ? "say(" + number(Source, 1, Parameters) + ")" : "tell(k, b)";
}

struct RandomInput {
  std::string Call;
  std::vector<std::string> Numbers;
};
const std::vector<RandomInput> Inputs = {{"go(u)", {"u"}}, {"set(u, w)", {"u", "w"}}, {"tick()", {}}};

std::string stateName(std::uint64_t Number) {
  return "s" + std::to_string(Number);
}

RandomTransition randomTransition(Random &Source, unsigned States, std::string Input, const std::string &Guard,
                                  const std::string &From, const std::vector<std::string> &Parameters) {
  return {"",
          std::move(Input),
          Guard,
          From,
          stateName(Source.below(States)),
          actions(Source, Parameters),
          outputs(Source, Parameters)};
}

void add(RandomMachine &To, RandomTransition Each, const char *Prefix = "t") {
  Each.Name = Prefix + std::to_string(To.Transitions.size() + 1);
  To.Transitions.push_back(std::move(Each));
}

std::string argument(Random &Source) {
  return std::to_string(Source.between(-2, 5));
}

std::string inputCall(Random &Source) {
  switch (Source.below(3)) {
  case 0:
    return "go(" + argument(Source) + ")";
  case 1:
    return "set(" + argument(Source) + ", " + argument(Source) + ")";
  default:
    return "tick()";
  }
}

} // namespace

std::string RandomTransition::text() const {
  std::string Text = Name + ": " + Input + (Input.empty() ? "" : " ") + "[" + Guard + "] " + From + " -> " + To;
  if (!Actions.empty() || !Outputs.empty())
    Text += " / " + (Actions.empty() ? "" : Actions);
  if (!Outputs.empty())
    Text += (Actions.empty() ? "" : " / ") + Outputs;
  return Text + "\n";
}

std::string RandomMachine::text() const {
  std::string Text = "machine random\nvar x: int\nvar y: 0..7 = 3\nvar b: bool = true\nvar k: {red, green} = red\n"
                     "var m: map[int] int = {1: 4}\nvar r: record { n: int, ok: bool } = {n: 2, ok: true}\n"
                     "var q: queue of int = [5, 1]\n"
                     "input go(u: int)\ninput set(u: int, w: int)\ninput tick()\n"
                     "output say(n: int)\noutput tell(c: {red, green}, f: bool)\nstate s0";
  for (unsigned I = 1; I < States; ++I)
    Text += ", " + stateName(I);
  Text += "\ninitial s0\n";
  for (unsigned I = 1; AllInitial && I < States; ++I)
    Text += "initial " + stateName(I) + "\n";
  for (const RandomTransition &Each : Transitions)
    Text += Each.text();
  return Text;
}

RandomMachine randomMachine(Random &Source) {
  RandomMachine Made;
  Made.States = static_cast<unsigned>(Source.between(2, 4));
  Made.AllInitial = Source.chance(60);
  for (unsigned State = 0; State < Made.States; ++State) {
    if (Source.chance(25)) {
      // Internal transitions count something down as a rule, so that they come to a rest.
      RandomTransition Internal = randomTransition(Source, Made.States, "", "y > 4", stateName(State), {});
      Internal.Actions = "y := y - " + std::to_string(Source.between(1, 3));
      add(Made, Internal);
    }
    for (const RandomInput &Each : Inputs) {
      std::string Guard = Source.chance(25) ? "true" : condition(Source, 1, Each.Numbers), Rest = "not (" + Guard + ")";
      if (Source.chance(85))
        add(Made, randomTransition(Source, Made.States, Each.Call, Guard, stateName(State), Each.Numbers));
      if (Source.chance(50))
        add(Made, randomTransition(Source, Made.States, Each.Call,
                                   Rest + (Source.chance(50) ? "" : " and " + condition(Source, 0, Each.Numbers)),
                                   stateName(State), Each.Numbers));
    }
  }
  return Made;
}

RandomMachine randomEdit(RandomMachine Old, Random &Source) {
  for (std::uint64_t Left = Source.between(1, 3); Left > 0 && !Old.Transitions.empty(); --Left) {
    std::size_t At = Source.below(Old.Transitions.size());
    RandomTransition &Each = Old.Transitions[At];
    const RandomInput *Input = nullptr;
    for (const RandomInput &One : Inputs)
      if (One.Call == Each.Input)
        Input = &One;
    std::vector<std::string> Numbers = Input ? Input->Numbers : std::vector<std::string>();
    switch (Source.below(6)) {
    case 0:
      Old.Transitions.erase(Old.Transitions.begin() + static_cast<std::ptrdiff_t>(At));
      break;
    case 1:
      Each.Guard = "(" + Each.Guard + ") and " + condition(Source, 0, Numbers);
      break;
    case 2:
      Each.Outputs = outputs(Source, Numbers);
      break;
    case 3:
      Each.To = stateName(Source.below(Old.States));
      break;
    case 4: {
      RandomTransition Added =
          randomTransition(Source, Old.States, Each.Input, "not (" + Each.Guard + ")", Each.From, Numbers);
      add(Old, Added, Left == 1 ? "a" : Left == 2 ? "b" : "c");
      break;
    }
    default:
      if (!Each.Input.empty())
        Each.Actions = actions(Source, Numbers);
    }
  }
  return Old;
}

std::string startValues(Random &Source) {
  return "x = " + std::to_string(Source.between(-2, 4));
}

namespace {

std::string outputText(const Machine &Of, const std::vector<Fired> &Transitions, Random &Source) {
  std::string Text;
  for (const Fired &Each : Transitions)
    for (const Output &Sent : Each.Outputs) {
      std::string Call = toString(Sent, Of);
      if (Call.starts_with("say") && Source.chance(20))
        Call = "say(x)";
      Text += (Text.empty() ? " / " : ", ") + Call;
    }
  return Text;
}

} // namespace

std::string randomTests(const Machine &Of, Random &Source, unsigned Count, bool Unknown) {
  std::string Text;
  std::vector<std::string> Starts, Prefixes = {""};
  for (int I = 0; I < 3; ++I)
    Starts.push_back("from s0 with " + startValues(Source) +
                     (Source.chance(30) ? ", y = " + std::to_string(Source.below(8)) : ""));
  if (Unknown)
    Starts = {"from s0", "from s0 with b = false", "from s0 with q = []"};
  for (unsigned I = 0; I < Count; ++I) {
    const std::string &Start = pick(Starts, Source);
    Text += "test r" + std::to_string(I) + " " + Start;
    // The machine is run along, for the outputs; without a value for x only as far as that goes.
    Diagnostics Problems("start.efsm", "test t " + Start + "\n");
    auto Read = parseTests(Of, Problems);
    Configuration At = initialConfiguration(Of, Read->Starts[0]);
    StepOutcome Outcome = settle(Of, At, {100});
    Text += outputText(Of, Outcome.Transitions, Source) + "\n";
    for (std::uint64_t Length = Source.below(7); Length > 0; --Length) {
      std::string Call = inputCall(Source);
      Text += "  " + Call;
      Diagnostics CallProblems("step.efsm", "test t " + Start + "\n  " + Call + "\n");
      auto Step = parseTests(Of, CallProblems);
      if (Outcome.End == StepEnd::Rest) {
        Outcome = step(Of, At, Step->Inputs[0], {100});
        Text += outputText(Of, Outcome.Transitions, Source);
      }
      Text += "\n";
    }
  }
  return Text;
}

} // namespace vernier::efsm::test
