#include "efsm/reasoning/SelectByFormulas.h"

#include "efsm/language/Print.h"
#include "efsm/reasoning/Checks.h"
#include "efsm/reasoning/Symbolic.h"
#include "efsm/reasoning/Trie.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier::efsm {

namespace {

/// One machine on one way.
struct Side {
  SymbolicState At;
  Path Taken;
  StepEnd End = StepEnd::Rest;
  unsigned EndStep = 0;
  std::string Why;
  std::optional<Hit> First;

  bool isOver() const { return End != StepEnd::Rest; }
};

/// What the new machine sent in a step, and before.
struct SentLink : Chained<SentLink> {
  SentLink(std::shared_ptr<SentLink> Before, std::vector<SymbolicFired> Fired)
      : Chained(std::move(Before)), Fired(std::move(Fired)) {}

  std::vector<SymbolicFired> Fired;
};

/// One way that the start values leave open: its script has the condition.
struct Way {
  SmtText Script;
  Side Old, New;
  /// No change was exercised: both machines executed the same transitions and have the same values, and only the new
  /// one is followed.
  bool Together = false;
  std::shared_ptr<SentLink> Sent;
  std::optional<Configuration> AfterHit;
};

class FormulaWalk {
public:
  FormulaWalk(const FormulaSelection &Task, const Trie &Tree, Selection &Result)
      : Task(Task), Tree(Tree), Result(Result), OldMachine(Task.Old, Task.Solver, &Task.OldGraph),
        NewMachine(Task.New, Task.Solver, &Task.NewGraph), Deleted(Task.Changes.deleted(Task.Old)),
        Added(Task.Changes.added(Task.New)) {
    OldDeterministic = isDeterministic(Task.Old, Task.Solver);
    NewDeterministic = isDeterministic(Task.New, Task.Solver);
    for (unsigned I = 0; I < Deleted.size(); ++I)
      if (Deleted[I] && Task.Old.Transitions[I].internal())
        DeletedInternal.push_back(I);
  }

  void run() {
    for (const Trie::Root &Each : Tree.roots())
      walk(Each.Node, start(Each.Start));
    Result.Statistics.Symbolic += OldMachine.steps() + NewMachine.steps();
  }

private:
  SymbolicOptions options(bool Deterministic) const {
    return {Single ? Task.Options.Run.MaxInternal : Task.Options.SymbolicInternal, Task.Options.MaxWays, Single,
            Deterministic};
  }

  std::vector<Way> start(unsigned Number) {
    Way First;
    Configuration OldAt = initialConfiguration(Task.Old, Task.Tests.Starts[Number]);
    Configuration NewAt = initialConfiguration(Task.New, Task.NewTests.Starts[Number]);
    First.New.At = {NewAt.State, constantVariables(First.Script, Task.New, NewAt.Variables), std::nullopt};
    First.Old.At.State = OldAt.State;
    First.Together = OldDeterministic && NewDeterministic;
    Mirror.clear();
    for (std::size_t I = 0; I < OldAt.Variables.size(); ++I) {
      const Variable &Was = Task.Old.Variables[I];
      auto Now = Task.New.findVariable(Was.Name);
      bool Same =
          Now && sameType(*Was.Type, *Task.New.Variables[*Now].Type) && OldAt.Variables[I] == NewAt.Variables[*Now];
      First.Together &= Same;
      Mirror.push_back(Now.value_or(0));
      First.Old.At.Variables.push_back(Same ? First.New.At.Variables[*Now]
                                            : First.Script.constant(OldAt.Variables[I], *Was.Type, Was.Name));
    }
    auto IsUnknown = [](const Value &Each) { return Each.isUnknown(); };
    Single = llvm::none_of(OldAt.Variables, IsUnknown) && llvm::none_of(NewAt.Variables, IsUnknown);
    StartValues = NewAt;
    StartTerms = First.New.At.Variables;
    return advance(First, std::nullopt, 0);
  }

  /// A node of the trie while its subtree is walked.
  struct Frame {
    unsigned Node = 0;
    std::vector<Way> Ways;
    std::size_t NextChild = 0;
  };

  void walk(unsigned Root, std::vector<Way> Ways) {
    std::vector<Frame> Stack;
    enter(Stack, Root, std::move(Ways));
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      const Trie::Node &At = Tree.nodes()[Top.Node];
      if (Top.NextChild == At.Children.size()) {
        Stack.pop_back();
        continue;
      }
      unsigned Child = At.Children[Top.NextChild++];
      std::vector<Way> Next;
      for (const Way &Each : Top.Ways)
        llvm::append_range(Next, advance(Each, Tree.nodes()[Child].Input, At.Depth + 1));
      if (Top.NextChild == At.Children.size()) // nobody needs them any more
        Top.Ways.clear();
      enter(Stack, Child, std::move(Next));
    }
  }

  void enter(std::vector<Frame> &Stack, unsigned Node, std::vector<Way> Ways) {
    Stack.push_back({Node, std::move(Ways)});
    for (unsigned Test : Tree.nodes()[Node].Tests)
      Result.Decisions[Test] = judge(Test, Stack.back().Ways);
  }

  /// One input (none: before the first) on the machines that still matter.
  std::vector<Way> advance(const Way &From, std::optional<unsigned> Input, unsigned Step) {
    std::vector<Way> Result, Final;
    bool OldOpen = !From.Old.isOver() && !From.Old.First && !From.New.First;
    if (From.New.isOver())
      Result.push_back(From);
    else
      for (SymbolicWay &Each : apply(NewMachine, From.Script, From.New.At, Task.NewTests, Input, NewDeterministic))
        Result.push_back(afterNew(From, std::move(Each), Step));
    for (Way &Each : Result) {
      if (!OldOpen || Each.New.First) {
        Final.push_back(std::move(Each));
        continue;
      }
      if (Each.Together && !Each.New.isOver() && mirror(Each)) {
        Final.push_back(std::move(Each));
        continue;
      }
      Each.Together = false;
      for (SymbolicWay &Next : apply(OldMachine, Each.Script, From.Old.At, Task.Tests, Input, OldDeterministic))
        Final.push_back(afterOld(Each, std::move(Next), Step));
    }
    return Final;
  }

  std::vector<SymbolicWay> apply(SymbolicMachine &Machine, const SmtText &Script, const SymbolicState &From,
                                 const Suite &Tests, std::optional<unsigned> Input, bool Deterministic) {
    return Input ? Machine.step(Script, From, Tests.Inputs[*Input], options(Deterministic))
                 : Machine.settle(Script, From, options(Deterministic));
  }

  static void record(Side &Which, const SymbolicWay &Each, const std::vector<bool> &Changed, unsigned Step) {
    llvm::SmallVector<unsigned, 2> Numbers;
    for (const SymbolicFired &One : Each.Fired) {
      Numbers.push_back(One.Transition);
      if (Changed[One.Transition] && !Which.First)
        Which.First = Hit{Step, One.Transition};
    }
    Which.Taken = std::make_shared<PathLink>(Which.Taken, std::move(Numbers));
    Which.At = Each.At;
    Which.End = Each.End;
    Which.EndStep = Step;
    Which.Why = Each.End == StepEnd::Dead ? "nothing processes the input" : Each.Why;
  }

  Way afterNew(const Way &From, SymbolicWay Each, unsigned Step) {
    Way Next = From;
    record(Next.New, Each, Added, Step);
    Next.Script = std::move(Each.Script);
    Next.Sent = std::make_shared<SentLink>(From.Sent, std::move(Each.Fired));
    if (Next.New.First && Next.New.First->Step == Step && !Next.New.isOver() && !Next.AfterHit)
      Next.AfterHit = configuration(Next);
    return Next;
  }

  Way afterOld(const Way &From, SymbolicWay Each, unsigned Step) {
    Way Next = From;
    record(Next.Old, Each, Deleted, Step);
    Next.Script = std::move(Each.Script);
    return Next;
  }

  /// The old machine did what the new one did: it has the same transitions, and both are deterministic. False if it may
  /// have gone on with an internal transition that was deleted.
  bool mirror(Way &Each) {
    SymbolicState At;
    auto State = Task.Old.findState(Task.New.States[Each.New.At.State].Name);
    if (!State)
      return false;
    At.State = *State;
    for (unsigned Number : Mirror)
      At.Variables.push_back(Each.New.At.Variables[Number]);
    if (!DeletedInternal.empty() && OldMachine.isAnyEnabled(Each.Script, At, DeletedInternal) != Satisfiable::No)
      return false;
    llvm::SmallVector<unsigned, 2> Numbers;
    for (unsigned Number : Each.New.Taken->Transitions)
      Numbers.push_back(oldNumber(Number));
    if (Each.New.At.Last)
      At.Last = oldNumber(*Each.New.At.Last);
    Each.Old.At = std::move(At);
    Each.Old.Taken = std::make_shared<PathLink>(Each.Old.Taken, std::move(Numbers));
    return true;
  }

  unsigned oldNumber(unsigned New) const {
    for (const auto &[OldOne, NewOne] : Task.Changes.Same)
      if (NewOne == New)
        return OldOne;
    return 0;
  }

  /// The values of the new machine, as far as the formulas determine them.
  Configuration configuration(const Way &At) {
    Configuration Known{At.New.At.State, std::vector<Value>(Task.New.Variables.size())};
    if (!Single)
      return Known;
    SmtText Script = At.Script;
    SmtVariables Names;
    for (std::size_t I = 0; I < Task.New.Variables.size(); ++I) {
      const Variable &Each = Task.New.Variables[I];
      Names.push_back(Script.declare(*Each.Type, Each.Name));
      Script.require(smtEqual(*Each.Type, Names.back(), At.New.At.Variables[I]));
    }
    SmtAnswer Answer = Task.Solver.check(Script.text(), SmtScripts::Want::Values);
    if (Answer.What == Satisfiable::Yes)
      for (std::size_t I = 0; I < Names.size(); ++I)
        Known.Variables[I] = valueOf(*Task.New.Variables[I].Type, Names[I], Answer);
    return Known;
  }

  enum class Truth { Yes, No, Depends, Unknown };

  /// Of a formula in all states of a way.
  Truth truth(const SmtText &Script, const std::string &Formula) {
    if (Formula == "true" || Formula == "false")
      return Formula == "true" ? Truth::Yes : Truth::No;
    Satisfiable CanFail = Task.Solver.check(Script.with(smtNot(Formula))).What;
    if (CanFail == Satisfiable::No)
      return Truth::Yes;
    if (CanFail == Satisfiable::Yes && Single)
      return Truth::No;
    Satisfiable CanHold = Task.Solver.check(Script.with(Formula)).What;
    if (CanHold == Satisfiable::No)
      return Truth::No;
    return CanFail == Satisfiable::Unknown || CanHold == Satisfiable::Unknown ? Truth::Unknown : Truth::Depends;
  }

  Findings findings(unsigned Number, const Way &At) const {
    Findings Found;
    Found.Test = Number;
    Found.Old = At.Old.First;
    Found.New = At.New.First;
    Found.NewEnd = At.New.End;
    Found.FailedStep = At.New.EndStep;
    Found.FailedWhy = At.New.Why;
    Found.AfterHit = At.AfterHit;
    Found.Why = {At.Old.Taken, At.New.Taken, At.Script.text(), {}};
    return Found;
  }

  Decision judge(unsigned Number, const Way &At) {
    Findings Found = findings(Number, At);
    bool Exercises = Found.Old || Found.New;
    for (const Side *Each : {&At.New, &At.Old}) {
      if (Each == &At.Old && Exercises)
        continue;
      if (Each->End == StepEnd::Unknown)
        return Task.Rules.undecided(Found, DecisionReason::Solver, "the solver gave no answer: " + Each->Why);
      if (Each->End == StepEnd::Nondeterministic)
        return Task.Rules.undecided(Found, DecisionReason::Nondeterministic,
                                    Each->Why + (Each == &At.New ? " in the new machine" : " in the old machine") +
                                        " at step " + std::to_string(Each->EndStep));
      if (Each->End == StepEnd::NoRest)
        return Task.Rules.undecided(Found, DecisionReason::NoRest,
                                    "more than " + std::to_string(Task.Options.SymbolicInternal) +
                                        " internal transitions in a row, or too many ways, at step " +
                                        std::to_string(Each->EndStep));
    }
    if (At.New.isOver())
      return Task.Rules.decide(Found);
    Found.FailedStep = static_cast<unsigned>(Task.Tests.Tests[Number].Steps.size());
    Truth Initial = isInitial(At);
    Found.Complete = Initial == Truth::Yes;
    if (!Exercises || Initial == Truth::No)
      return Task.Rules.decide(Found);
    if (Initial != Truth::Yes)
      return open(Found, Initial, "the initial predicate at the end");
    Truth Outputs = compare(Number, At, Found);
    return Outputs == Truth::Yes || Outputs == Truth::No ? Task.Rules.decide(Found)
                                                         : open(Found, Outputs, "an expected output");
  }

  Decision open(const Findings &Found, Truth Why, const std::string &What) const {
    return Why == Truth::Unknown
               ? Task.Rules.undecided(Found, DecisionReason::Solver, "the solver gave no answer about " + What)
               : Task.Rules.undecided(Found, DecisionReason::UnknownValues,
                                      What + " depends on start values that the test leaves open");
  }

  Truth isInitial(const Way &At) {
    const State &End = Task.New.States[At.New.At.State];
    if (!End.Initial)
      return Truth::No;
    SmtText Script = At.Script;
    std::string Holds = encodeGuard(Script, *End.InitialPredicate, At.New.At.Variables, {}).Holds;
    return truth(Script, Holds);
  }

  /// All steps at once; if they are not all as expected, step by step.
  Truth compare(unsigned Number, const Way &At, Findings &Found) {
    std::vector<const SentLink *> Links;
    for (const SentLink *Each = At.Sent.get(); Each; Each = Each->Before.get())
      Links.push_back(Each);
    std::reverse(Links.begin(), Links.end());
    const Test &Which = Task.NewTests.Tests[Number];
    SmtText Script = At.Script;
    std::vector<std::string> Agree;
    for (std::size_t Step = 0; Step < Links.size(); ++Step)
      Agree.push_back(agreement(Script, Links[Step]->Fired,
                                Step == 0 ? Task.NewTests.Starts[Which.Start].Expected
                                          : Task.NewTests.Steps[Which.Steps[Step - 1]].Expected));
    Truth All = truth(Script, smtAnd(Agree));
    if (All != Truth::No)
      return All;
    for (unsigned Step = 0; Step < Agree.size(); ++Step)
      if (truth(Script, Agree[Step]) != Truth::Yes) {
        Found.Mismatch = Step;
        Found.MismatchWhy = "the outputs are not as expected";
        break;
      }
    return Truth::No;
  }

  std::string agreement(SmtText &Script, const std::vector<SymbolicFired> &Fired, const Expectation &Expected) const {
    std::vector<std::string> Parts;
    std::size_t Next = 0;
    for (const SymbolicFired &One : Fired) {
      const Transition &Sender = Task.New.Transitions[One.Transition];
      for (std::size_t I = 0; I < One.Outputs.size(); ++I, ++Next) {
        if (Next >= Expected.size() || Expected[Next].Message != Sender.Outputs[I].Message)
          return "false";
        const Message &Sent = Task.New.Outputs[Expected[Next].Message];
        for (std::size_t A = 0; A < One.Outputs[I].size(); ++A) {
          std::vector<std::string> Facts;
          SmtExpression Wanted = encode(*Expected[Next].Arguments[A], One.After, {}, Facts);
          for (const std::string &Fact : Facts)
            Script.require(Fact);
          if (Wanted.Terms != One.Outputs[I][A])
            Parts.push_back(smtEqual(*Sent.Parameters[A].Type, Wanted.Terms, One.Outputs[I][A]));
          Parts.push_back(Wanted.Defined);
        }
      }
    }
    return Next == Expected.size() ? smtAnd(Parts) : "false";
  }

  /// What holds for all ways; else it depends on the start values.
  Decision judge(unsigned Number, const std::vector<Way> &Ways) {
    if (Ways.size() > Task.Options.MaxWays) {
      Findings Found;
      Found.Test = Number;
      return Task.Rules.undecided(Found, DecisionReason::Bound,
                                  "the start values that the test leaves open give it more than " +
                                      std::to_string(Task.Options.MaxWays) + " ways");
    }
    std::vector<Decision> All;
    for (const Way &Each : Ways)
      All.push_back(judge(Number, Each));
    for (std::size_t I = 0; I < All.size(); ++I) {
      if (All[I].Kind == DecisionKind::Undecided)
        return All[I];
      if (All[I].Kind == All[0].Kind && All[I].exercises() == All[0].exercises())
        continue;
      Findings Found;
      Found.Test = Number;
      return Task.Rules.undecided(Found, DecisionReason::UnknownValues,
                                  toString(All[0].Kind) + example(Ways[0]) + ", " + toString(All[I].Kind) +
                                      example(Ways[I]));
    }
    return summary(All);
  }

  /// The same kind for all ways, but perhaps not for the same reason.
  static Decision summary(const std::vector<Decision> &All) {
    auto Of = llvm::find_if(All, [](const Decision &Each) { return Each.Reason == DecisionReason::AdverseImpact; });
    Decision Result = Of == All.end() ? All.front() : *Of;
    for (const Decision &Each : All)
      if (Each.Reason != Result.Reason) {
        Result.Detail += "; for other start values: " + Each.Detail;
        break;
      }
    return Result;
  }

  std::string example(const Way &At) {
    SmtAnswer Answer = Task.Solver.check(At.Script.text(), SmtScripts::Want::Values);
    std::vector<std::string> Parts;
    for (std::size_t I = 0; I < StartTerms.size(); ++I)
      if (StartValues.Variables[I].isUnknown() && Answer.What == Satisfiable::Yes) {
        const Variable &Each = Task.New.Variables[I];
        Parts.push_back(Each.Name + " = " + toString(valueOf(*Each.Type, StartTerms[I], Answer), *Each.Type));
      }
    return Parts.empty() ? "" : " for " + llvm::join(Parts, ", ");
  }

  const FormulaSelection &Task;
  const Trie &Tree;
  Selection &Result;
  SymbolicMachine OldMachine, NewMachine;
  std::vector<bool> Deleted, Added;
  std::vector<unsigned> DeletedInternal;
  bool OldDeterministic = false, NewDeterministic = false;
  // Of the root that is walked:
  bool Single = false;          ///< no start value is unknown
  std::vector<unsigned> Mirror; ///< variables of the old machine as variables of the new one, while together
  Configuration StartValues;
  SmtVariables StartTerms;
};

} // namespace

void selectByFormulas(const FormulaSelection &Task, const std::vector<unsigned> &Which, Selection &Result) {
  Trie Tree(Task.Tests, Which);
  FormulaWalk(Task, Tree, Result).run();
}

} // namespace vernier::efsm
