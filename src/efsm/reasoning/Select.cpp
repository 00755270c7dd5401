#include "efsm/reasoning/Select.h"

#include "efsm/reasoning/Judge.h"
#include "efsm/reasoning/SelectByFormulas.h"
#include "efsm/reasoning/Trie.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace vernier::efsm {

namespace {

/// One machine on the way through the trie.
struct Run {
  Configuration At;
  Path Taken;
  StepEnd End = StepEnd::Rest;
  unsigned EndStep = 0; ///< of the step that did not come to a rest
  std::string Why;
  std::optional<Hit> First;
};

struct Side {
  const Machine &Of;
  const Suite &Tests; ///< in the words of this machine
  std::vector<bool> Changed;
};

/// One node of the trie while its subtree is walked.
struct Frame {
  unsigned Node = 0;
  std::size_t NextChild = 0;
  Run Old, New;
  /// Both machines executed the same transitions and have the same values: Old.At is not kept, it is New.At.
  bool Together = false;
  std::vector<Fired> Sent; ///< of the new machine in this step
  std::optional<Configuration> AfterHit;
  std::vector<std::pair<unsigned, OutputComparison>> Compared; ///< by step of the suite
};

/// When the old machine does what the new one does, so that one of them is enough.
class Twins {
public:
  Twins(const Machine &Old, const Machine &New, const MachineDiff &Changes)
      : Comparable(sameStates(Old, New) && sameVariables(Old, New)), OldNumbers(New.Transitions.size()),
        Deleted(Old.States.size()) {
    for (const auto &[Was, Is] : Changes.Same)
      OldNumbers[Is] = Was;
    std::vector<bool> Gone = Changes.deleted(Old);
    for (unsigned I = 0; I < Gone.size(); ++I)
      if (Gone[I])
        Deleted[Old.Transitions[I].From].push_back(&Old.Transitions[I]);
  }

  bool start(const Configuration &Old, const Configuration &New) const {
    return Comparable && Old.State == New.State && Old.Variables == New.Variables;
  }

  /// The new machine took the step with unchanged transitions only and came to a rest. False if a deleted transition
  /// might have been enabled on the way (guards are not looked at).
  bool follows(const Machine &New, unsigned From, std::optional<unsigned> OldInput,
               const std::vector<Fired> &Transitions) const {
    for (const Transition *Each : Deleted[From])
      if (Each->internal() || Each->Input == OldInput)
        return false;
    for (const Fired &Each : Transitions)
      for (const Transition *Other : Deleted[New.Transitions[Each.Transition].To])
        if (Other->internal())
          return false;
    return true;
  }

  Path path(const Path &Before, const Path &OfNew) const {
    llvm::SmallVector<unsigned, 2> Numbers;
    for (unsigned Each : OfNew->Transitions)
      Numbers.push_back(OldNumbers[Each]);
    return std::make_shared<PathLink>(Before, std::move(Numbers));
  }

private:
  static bool sameStates(const Machine &Old, const Machine &New) {
    return llvm::equal(Old.States, New.States, [](const State &A, const State &B) { return A.Name == B.Name; });
  }
  static bool sameVariables(const Machine &Old, const Machine &New) {
    return llvm::equal(Old.Variables, New.Variables, [](const Variable &A, const Variable &B) {
      return A.Name == B.Name && sameType(*A.Type, *B.Type);
    });
  }

  bool Comparable;
  std::vector<unsigned> OldNumbers;                     ///< of unchanged transitions of the new machine
  std::vector<std::vector<const Transition *>> Deleted; ///< or replaced, by the state that they leave
};

class Walk {
public:
  Walk(Side Old, Side New, Twins Both, const Trie &Tree, Judge &Rules, const SelectOptions &Options, Selection &Result,
       std::vector<unsigned> &Open)
      : Old(std::move(Old)), New(std::move(New)), Both(std::move(Both)), Tree(Tree), Rules(Rules), Options(Options),
        Result(Result), Open(Open) {}

  void run() {
    for (const Trie::Root &Each : Tree.roots())
      runFrom(Each);
  }

private:
  void runFrom(const Trie::Root &Root) {
    Frame First;
    First.Node = Root.Node;
    First.Old.At = initialConfiguration(Old.Of, Old.Tests.Starts[Root.Start]);
    First.New.At = initialConfiguration(New.Of, New.Tests.Starts[Root.Start]);
    First.Together = Both.start(First.Old.At, First.New.At);
    Configuration Start = First.New.At;
    advance(First, Start, nullptr, nullptr);
    Stack.clear();
    enter(std::move(First));
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      const Trie::Node &At = Tree.nodes()[Top.Node];
      if (Top.NextChild == At.Children.size()) {
        Stack.pop_back();
        continue;
      }
      unsigned Child = At.Children[Top.NextChild++];
      Frame Next;
      Next.Node = Child;
      Next.Old = Top.Old;
      Next.New = Top.New;
      Next.Together = Top.Together;
      Next.AfterHit = Top.AfterHit;
      unsigned Input = Tree.nodes()[Child].Input;
      advance(Next, Top.New.At, &Old.Tests.Inputs[Input], &New.Tests.Inputs[Input]);
      enter(std::move(Next));
    }
  }

  static bool isOver(const Run &Each) { return Each.End != StepEnd::Rest; }

  /// Applies one input to the machines that still matter: the old one until a change was exercised. Before: where the
  /// new machine was.
  void advance(Frame &At, const Configuration &Before, const TestInput *OldInput, const TestInput *NewInput) {
    unsigned Step = Tree.nodes()[At.Node].Depth;
    bool Steps = false;
    if (!isOver(At.New)) {
      At.Sent = apply(New, At.New, NewInput, Step);
      Steps = true;
      if (At.New.First && At.New.First->Step == Step && !isOver(At.New))
        At.AfterHit = At.New.At;
    }
    if (At.Together && followed(At, Before.State, OldInput)) {
      At.Old.Taken = Both.path(At.Old.Taken, At.New.Taken);
      return;
    }
    if (At.Together)
      At.Old.At = Before;
    bool Exercised = At.Old.First || (At.New.First && At.New.First->Step < Step);
    if (!isOver(At.Old) && !Exercised) {
      apply(Old, At.Old, OldInput, Step);
      Steps = true;
    }
    // Then both took the same transitions, as no other one was enabled.
    At.Together = At.Together && unharmed(At.New) && unharmed(At.Old);
    if (At.Together)
      At.Old.At = {};
    if (!Steps)
      ++Result.Statistics.NodesPruned;
  }

  static bool unharmed(const Run &Each) { return !isOver(Each) && !Each.First; }

  bool followed(const Frame &At, unsigned From, const TestInput *OldInput) const {
    std::optional<unsigned> Message = OldInput ? std::optional(OldInput->Message) : std::nullopt;
    return unharmed(At.New) && Both.follows(New.Of, From, Message, At.Sent);
  }

  std::vector<Fired> apply(const Side &Which, Run &Each, const TestInput *Input, unsigned Step) {
    ++Result.Statistics.Evaluated;
    StepOutcome Outcome = Input ? step(Which.Of, Each.At, *Input, Options.Run) : settle(Which.Of, Each.At, Options.Run);
    llvm::SmallVector<unsigned, 2> Numbers;
    for (const Fired &One : Outcome.Transitions) {
      Numbers.push_back(One.Transition);
      if (Which.Changed[One.Transition] && !Each.First)
        Each.First = Hit{Step, One.Transition};
    }
    Each.Taken = std::make_shared<PathLink>(Each.Taken, std::move(Numbers));
    Each.End = Outcome.End;
    if (Outcome.End != StepEnd::Rest) {
      Each.EndStep = Step;
      Each.Why = describe(Outcome, Which.Of);
    }
    return std::move(Outcome.Transitions);
  }

  static std::string describe(const StepOutcome &Outcome, const Machine &Of) {
    if (Outcome.End == StepEnd::Dead)
      return "nothing processes the input";
    if (Outcome.End == StepEnd::Nondeterministic) {
      std::vector<std::string> Names;
      for (unsigned Each : Outcome.Candidates)
        Names.push_back(Of.Transitions[Each].Name);
      return llvm::join(Names, " and ") + " are enabled at once";
    }
    return Outcome.Why.Detail.empty() ? toString(Outcome.Why.Kind) : Outcome.Why.Detail;
  }

  void enter(Frame At) {
    Stack.push_back(std::move(At));
    for (unsigned Each : Tree.nodes()[Stack.back().Node].Tests)
      judge(Each);
  }

  void judge(unsigned Number) {
    Findings Found = findings(Number);
    Decision &Decided = Result.Decisions[Number];
    // The old machine matters only until a change was exercised.
    for (const Run *Each : {&Stack.back().New, &Stack.back().Old}) {
      bool Matters = Each == &Stack.back().New || (!Found.New && !Found.Old);
      if (Matters && Each->End == StepEnd::Unknown)
        return Open.push_back(Number);
      if (Matters && Each->End == StepEnd::Nondeterministic) {
        Decided = Rules.undecided(Found, DecisionReason::Nondeterministic, endText(*Each));
        return;
      }
      if (Matters && Each->End == StepEnd::NoRest) {
        Decided = Rules.undecided(Found, DecisionReason::NoRest,
                                  "more than " + std::to_string(Options.Run.MaxInternal) +
                                      " internal transitions in a row at step " + std::to_string(Each->EndStep));
        return;
      }
    }
    if (!finish(Number, Found))
      return Open.push_back(Number);
    Decided = Rules.decide(Found);
  }

  std::string endText(const Run &Each) const {
    return Each.Why + (&Each == &Stack.back().New ? " in the new machine" : " in the old machine") + " at step " +
           std::to_string(Each.EndStep);
  }

  Findings findings(unsigned Number) const {
    const Frame &Last = Stack.back();
    Findings Found;
    Found.Test = Number;
    Found.Old = Last.Old.First;
    Found.New = Last.New.First;
    Found.NewEnd = Last.New.End;
    Found.FailedStep = Last.New.EndStep;
    Found.FailedWhy = Last.New.Why;
    Found.AfterHit = Last.AfterHit;
    Found.Why.Old = Last.Old.Taken;
    Found.Why.New = Last.New.Taken;
    return Found;
  }

  /// Whether the test completes and its outputs are as expected. False: that depends on a value that is not known.
  bool finish(unsigned Number, Findings &Found) {
    const Frame &Last = Stack.back();
    if (isOver(Last.New))
      return true;
    Fault Why;
    auto Initial = isInitial(New.Of, Last.New.At, Why);
    if (!Initial && Why.Kind == FaultKind::Unknown)
      return !Found.Old && !Found.New;
    Found.Complete = Initial.value_or(false);
    Found.FailedStep = static_cast<unsigned>(New.Tests.Tests[Number].Steps.size());
    if (!Found.Complete || (!Found.Old && !Found.New))
      return true;
    return compare(Number, Found);
  }

  bool compare(unsigned Number, Findings &Found) {
    const Test &Which = New.Tests.Tests[Number];
    for (unsigned Depth = 0; Depth < Stack.size(); ++Depth) {
      OutputComparison Compared = Depth == 0
                                      ? compareOutputs(New.Of, Stack[0].Sent, New.Tests.Starts[Which.Start].Expected)
                                      : compare(Stack[Depth], Which.Steps[Depth - 1]);
      if (Compared.Outcome == Agreement::Unknown)
        return false;
      if (Compared.Outcome == Agreement::Different) {
        Found.Mismatch = Depth;
        Found.MismatchWhy = Compared.Detail;
        return true;
      }
    }
    return true;
  }

  const OutputComparison &compare(Frame &At, unsigned Step) {
    for (const auto &[Known, Compared] : At.Compared)
      if (Known == Step)
        return Compared;
    At.Compared.emplace_back(Step, compareOutputs(New.Of, At.Sent, New.Tests.Steps[Step].Expected));
    return At.Compared.back().second;
  }

  Side Old, New;
  Twins Both;
  const Trie &Tree;
  Judge &Rules;
  const SelectOptions &Options;
  Selection &Result;
  std::vector<unsigned> &Open; ///< tests that evaluation cannot decide
  std::vector<Frame> Stack;
};

} // namespace

std::size_t Selection::count(DecisionKind Kind) const {
  return static_cast<std::size_t>(llvm::count_if(Decisions, [&](const Decision &Each) { return Each.Kind == Kind; }));
}

Selection select(const Machine &Old, const Machine &New, const MachineDiff &Changes, const Suite &Tests,
                 Reasoner &Solver, CompatibilityStore &Store, const SelectOptions &Options) {
  Selection Result;
  Result.Decisions.resize(Tests.Tests.size());
  TranslatedSuite Translated = translate(Tests, Old, New);
  Compatibility OldGraph(Old, Solver, Store), NewGraph(New, Solver, Store);
  Judge Rules(Old, New, Solver, NewGraph, Options);
  std::vector<unsigned> Usable;
  for (unsigned I = 0; I < Tests.Tests.size(); ++I) {
    if (auto Problem = Translated.problemOf(Tests.Tests[I]))
      Result.Decisions[I] = Rules.interface(I, *Problem);
    else
      Usable.push_back(I);
  }
  Trie Tree(Tests, Usable);
  SelectStatistics &Statistics = Result.Statistics;
  Statistics.Tests = Tests.Tests.size();
  Statistics.TestSteps = Tree.steps();
  Statistics.TrieNodes = Tree.nodes().size() - Tree.roots().size();
  std::vector<unsigned> Open;
  if (Options.SolverAlways)
    Open = std::move(Usable);
  else
    Walk({Old, Tests, Changes.deleted(Old)}, {New, Translated.Tests, Changes.added(New)}, Twins(Old, New, Changes),
         Tree, Rules, Options, Result, Open)
        .run();
  if (!Open.empty())
    selectByFormulas({Old, New, Changes, Tests, Translated.Tests, Solver, OldGraph, NewGraph, Rules, Options}, Open,
                     Result);
  Statistics.Completions = Rules.completions();
  Statistics.Compatibilities = OldGraph.computed() + NewGraph.computed();
  return Result;
}

} // namespace vernier::efsm
