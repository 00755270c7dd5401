#include "efsm/reasoning/Walks.h"

#include "efsm/reasoning/Arguments.h"
#include "efsm/reasoning/SuiteBuilder.h"

#include "base/Random.h"

#include <llvm/ADT/STLExtras.h>

#include <limits>
#include <set>

namespace vernier::efsm {

namespace {

constexpr unsigned Far = std::numeric_limits<unsigned>::max();

/// Transitions that it takes at least from each state to an initial one.
std::vector<unsigned> distancesHome(const Machine &Of) {
  std::vector<unsigned> Result(Of.States.size(), Far);
  for (std::size_t I = 0; I < Of.States.size(); ++I)
    if (Of.States[I].Initial)
      Result[I] = 0;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Transition &Each : Of.Transitions)
      if (Result[Each.To] != Far && Result[Each.To] + 1 < Result[Each.From]) {
        Result[Each.From] = Result[Each.To] + 1;
        Changed = true;
      }
  }
  return Result;
}

bool mentionsParameter(const Expression &Of) {
  bool Found = false;
  visit(Of, [&](const Expression &Each) { Found = Found || Each.Op == Operator::Parameter; });
  return Found;
}

struct Taken {
  TestInput Input;
  Expectation Expected;
  Configuration After;
};

struct WalkSoFar {
  unsigned Start = 0; ///< in Walker::Starts
  Configuration At;
  std::vector<Taken> Steps;
};

struct Beginning {
  TestStart Start;
  Configuration At; ///< at rest
};

class Walker {
public:
  Walker(const Machine &Of, const WalkOptions &Options)
      : Of(Of), Options(Options), Source(Options.Seed), Values(Of, Source), Home(distancesHome(Of)), Made(Of) {}

  Suite run() {
    begin();
    // A machine may have fewer different tests than asked for.
    unsigned Failures = 0;
    while (Made.size() < Options.Count && Failures < 200 && !Starts.empty())
      Failures = one() ? 0 : Failures + 1;
    return Made.take();
  }

private:
  static constexpr unsigned Tries = 24;    ///< arguments that are tried for one transition
  static constexpr std::size_t Kept = 256; ///< tests that others can begin like

  void begin() {
    for (const TestStart &Each : Options.Starts)
      addStart(Each);
    for (unsigned Attempt = 0; Options.Starts.empty() && Attempt < 100 && Starts.size() < 3; ++Attempt)
      addStart(randomStart());
  }

  TestStart randomStart() {
    std::vector<unsigned> Initial;
    for (unsigned I = 0; I < Of.States.size(); ++I)
      if (Of.States[I].Initial)
        Initial.push_back(I);
    TestStart Start;
    Start.State = Initial[Source.below(Initial.size())];
    for (unsigned I = 0; I < Of.Variables.size(); ++I)
      if (!Of.Variables[I].Initial)
        Start.Values.emplace_back(I, Values.random(*Of.Variables[I].Type, {}));
    return Start;
  }

  void addStart(TestStart Start) {
    Configuration At = initialConfiguration(Of, Start);
    Fault Why;
    bool Asked = !Options.Starts.empty();
    if (!Asked && (llvm::any_of(Starts,
                                [&](const Beginning &Each) {
                                  return Each.Start.State == Start.State && Each.Start.Values == Start.Values;
                                }) ||
                   !isInitial(Of, At, Why).value_or(false)))
      return;
    StepOutcome Outcome = settle(Of, At, Options.Run);
    if (Outcome.End != StepEnd::Rest)
      return;
    Start.Expected = expectation(Outcome.Transitions);
    Starts.push_back({std::move(Start), std::move(At)});
  }

  /// One more test. False: it did not come home, or there is one like it.
  bool one() {
    WalkSoFar Walk = beginning();
    choosePreferences();
    std::size_t Length = std::max<std::size_t>(1, Options.Length / 2 + Source.below(Options.Length + 1));
    while (Walk.Steps.size() < Length && advance(Walk, false))
      ;
    for (unsigned Left = 60; Left > 0 && !(isHome(Walk) && !Walk.Steps.empty()); --Left)
      if (!advance(Walk, true))
        break;
    while (!Walk.Steps.empty() && !isHome(Walk))
      retreat(Walk);
    return !Walk.Steps.empty() && add(std::move(Walk));
  }

  WalkSoFar beginning() {
    if (Earlier.empty() || !Source.chance(Options.Shared)) {
      unsigned Start = static_cast<unsigned>(Source.below(Starts.size()));
      return {Start, Starts[Start].At, {}};
    }
    WalkSoFar Walk = Earlier[Source.below(Earlier.size())];
    Walk.Steps.resize(Source.below(Walk.Steps.size()));
    Walk.At = Walk.Steps.empty() ? Starts[Walk.Start].At : Walk.Steps.back().After;
    return Walk;
  }

  void retreat(WalkSoFar &Walk) const {
    Walk.Steps.pop_back();
    Walk.At = Walk.Steps.empty() ? Starts[Walk.Start].At : Walk.Steps.back().After;
  }

  void choosePreferences() {
    Weights.assign(Of.Transitions.size(), 0);
    for (unsigned &Each : Weights)
      Each = Source.chance(Options.Avoided) ? 0 : static_cast<unsigned>(Source.between(1, 8));
  }

  bool isHome(const WalkSoFar &Walk) const {
    Fault Why;
    return isInitial(Of, Walk.At, Why).value_or(false);
  }

  /// The external transitions of the state, in an order at random: heavy ones early, those to avoid at the end. On the
  /// way home, those that lead nearer come first as a rule.
  std::vector<unsigned> order(const Configuration &At, bool GoHome) {
    std::vector<std::pair<std::uint64_t, unsigned>> Ranked;
    bool Nearer = GoHome && Source.chance(80);
    for (unsigned I = 0; I < Of.Transitions.size(); ++I) {
      const Transition &Each = Of.Transitions[I];
      if (Each.internal() || Each.From != At.State || Home[Each.To] == Far)
        continue;
      std::uint64_t Rank = Source.below(1000) / std::max(1u, Weights[I]) + (Weights[I] ? 0 : 1000);
      if (Nearer && (Home[Each.To] >= Home[Each.From] && Home[Each.From] != 0))
        Rank += 4000;
      Ranked.emplace_back(Rank, I);
    }
    llvm::sort(Ranked);
    std::vector<unsigned> Result;
    for (const auto &[Rank, Number] : Ranked)
      Result.push_back(Number);
    return Result;
  }

  bool advance(WalkSoFar &Walk, bool GoHome) {
    for (unsigned Number : order(Walk.At, GoHome))
      if (take(Walk, Of.Transitions[Number]))
        return true;
    return false;
  }

  bool take(WalkSoFar &Walk, const Transition &Which) {
    const std::vector<Parameter> &Parameters = Of.Inputs[*Which.Input].Parameters;
    for (unsigned Try = 0; Try < (Parameters.empty() ? 1 : Tries); ++Try) {
      TestInput Input{*Which.Input, {}};
      for (const Parameter &Each : Parameters)
        Input.Arguments.push_back(Values.random(*Each.Type, Walk.At.Variables));
      Fault Why;
      auto Holds = evaluate(*Which.Guard, Walk.At.Variables, Input.Arguments, Why);
      if (!Holds || !Holds->asBool())
        continue;
      Configuration At = Walk.At;
      StepOutcome Outcome = step(Of, At, Input, Options.Run);
      if (Outcome.End != StepEnd::Rest)
        continue;
      Walk.Steps.push_back({std::move(Input), expectation(Outcome.Transitions), At});
      Walk.At = std::move(At);
      return true;
    }
    return false;
  }

  Expectation expectation(const std::vector<Fired> &Transitions) {
    Expectation Result;
    for (const Fired &Each : Transitions)
      for (std::size_t I = 0; I < Each.Outputs.size(); ++I)
        Result.push_back(expected(Each.Outputs[I], Of.Transitions[Each.Transition].Outputs[I]));
    return Result;
  }

  OutputCall expected(const Output &Sent, const OutputCall &Said) {
    OutputCall Result{Sent.Message, {}, {}};
    for (std::size_t I = 0; I < Sent.Arguments.size(); ++I)
      Result.Arguments.push_back(Source.chance(Options.Mentioned) && !mentionsParameter(*Said.Arguments[I])
                                     ? Said.Arguments[I]
                                     : literal(Sent.Arguments[I], Of.Outputs[Sent.Message].Parameters[I].Type));
    return Result;
  }

  bool add(WalkSoFar Walk) {
    unsigned Start = Made.start(Starts[Walk.Start].Start);
    std::vector<unsigned> Steps, Key = {Start};
    for (const Taken &Each : Walk.Steps) {
      unsigned Input = Made.input(Each.Input);
      Key.push_back(Input);
      Steps.push_back(Made.step(Input, Each.Expected));
    }
    if (!Known.insert(std::move(Key)).second)
      return false;
    Made.test(Start, std::move(Steps));
    if (Earlier.size() < Kept)
      Earlier.push_back(std::move(Walk));
    else
      Earlier[Source.below(Kept)] = std::move(Walk);
    return true;
  }

  const Machine &Of;
  const WalkOptions &Options;
  Random Source;
  Arguments Values;
  std::vector<unsigned> Home;
  SuiteBuilder Made;
  std::vector<Beginning> Starts;
  std::vector<unsigned> Weights; ///< by transition; 0 is to be avoided
  std::vector<WalkSoFar> Earlier;
  std::set<std::vector<unsigned>> Known;
};

} // namespace

Suite walk(const Machine &Of, const WalkOptions &Options) {
  return Walker(Of, Options).run();
}

} // namespace vernier::efsm
