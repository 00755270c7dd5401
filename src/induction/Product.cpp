#include "induction/Product.h"

#include "induction/Operations.h"
#include "invariant/Candidates.h"
#include "invariant/Inductive.h"
#include "invariant/Replacement.h"
#include "normal/Guards.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

constexpr std::size_t MostComputed = 16;
constexpr std::size_t MostEdges = 600;
constexpr std::size_t MostSamples = 400;
constexpr unsigned MostRounds = 6;

/// Something that has to follow from the invariants, the way, and more.
struct Obligation {
  std::vector<Term> Facts;
  std::vector<Term> Goals;
  const char *What;
};

/// Ways of both versions that belong together.
struct Edge {
  PlacePair From, To;
  Step Taken;
  std::vector<Obligation> Obligations;
  std::string Mismatch; ///< no run may go this way
  bool OldMoves = false, NewMoves = false;
  bool Active = false;
};

/// What is read depends on what memory holds.
bool isReader(const CodeEvent &Check) {
  return Check.Name != TouchName && Check.Name != WriteTouchName;
}

/// Which checks pass: the bytes are there, the division is defined.
Term passes(TermStore &Store, const CodeEvent &Check) {
  if (Check.What == CodeEvent::Kind::Trap)
    return divisionIsSafe(Store, Check.Name, Check.Operands);
  if (!isReader(Check))
    return Store.apply(1, "there", {Check.Objects, Check.Operands[0], Check.Operands[1]});
  std::vector<Term> Operands{Check.Objects, Check.Memory};
  llvm::append_range(Operands, Check.Operands);
  return Store.apply(1, Check.Name, Operands);
}

/// Compares what two ways do beside computing.
class EventComparison {
public:
  EventComparison(TermStore &Store, const CodePath &Old, const CodePath &New, Edge &Into)
      : Store(Store), Old(Old), New(New), Into(Into), Shared(Store) {}

  /// What the new way says, with the memory and the results of the old one.
  void compare() {
    auto OldAt = Old.Events.begin(), NewAt = New.Events.begin();
    for (;;) {
      auto OldEnd = nextEffect(OldAt, Old.Events.end()), NewEnd = nextEffect(NewAt, New.Events.end());
      compareChecks({OldAt, OldEnd}, {NewAt, NewEnd});
      if ((OldEnd == Old.Events.end()) != (NewEnd == New.Events.end()))
        Into.Mismatch = "another number of effects";
      if (!Into.Mismatch.empty() || OldEnd == Old.Events.end())
        return;
      compareEffects(*OldEnd, *NewEnd);
      if (!Into.Mismatch.empty())
        return;
      OldAt = OldEnd + 1;
      NewAt = NewEnd + 1;
    }
  }

  Term shared(Term OfNew) { return Shared(OfNew); }
  const std::vector<Term> &passed() const { return Passed; }

private:
  using Iterator = std::vector<CodeEvent>::const_iterator;
  using Events = llvm::ArrayRef<CodeEvent>;

  static Iterator nextEffect(Iterator From, Iterator End) {
    return std::find_if(From, End, [](const CodeEvent &Each) { return Each.What == CodeEvent::Kind::Effect; });
  }

  /// Between two effects. Several accesses may come in any order, since a run with one that is undefined is undefined;
  /// so may several traps, since all end the run alike. Where both are mixed, each group has its partner.
  void compareChecks(llvm::iterator_range<Iterator> OldChecks, llvm::iterator_range<Iterator> NewChecks) {
    Iterator A = OldChecks.begin(), B = NewChecks.begin();
    bool Mixed = isMixed(OldChecks) || isMixed(NewChecks);
    if (!Mixed && A != OldChecks.end() && B != NewChecks.end() && A->What != B->What)
      Mixed = true;
    if (!Mixed)
      return compareGroup(OldChecks, NewChecks);
    while (A != OldChecks.end() || B != NewChecks.end()) {
      Iterator NextA = groupEnd(A, OldChecks.end()), NextB = groupEnd(B, NewChecks.end());
      if (A != OldChecks.end() && B != NewChecks.end() && A->What != B->What) {
        // One group has no partner: it has to pass by itself.
        bool OldIsAlone = OldChecks.end() - A > NewChecks.end() - B;
        (OldIsAlone ? NextB : NextA) = OldIsAlone ? B : A;
      }
      compareGroup({A, NextA}, {B, NextB});
      A = NextA;
      B = NextB;
    }
  }

  static Iterator groupEnd(Iterator From, Iterator End) {
    return From == End ? End : std::find_if(From, End, [&](const CodeEvent &Each) { return Each.What != From->What; });
  }
  static bool isMixed(llvm::iterator_range<Iterator> Checks) {
    return Checks.begin() != Checks.end() && groupEnd(Checks.begin(), Checks.end()) != Checks.end();
  }

  /// All checks of one version pass if and only if those of the other do.
  void compareGroup(llvm::iterator_range<Iterator> OldChecks, llvm::iterator_range<Iterator> NewChecks) {
    std::vector<Term> OldPass, NewPass;
    for (const CodeEvent &Each : OldChecks)
      OldPass.push_back(passes(Store, Each));
    for (const CodeEvent &Each : NewChecks)
      NewPass.push_back(Shared(passes(Store, Each)));
    demand(OldPass, NewPass);
    demand(NewPass, OldPass);
    llvm::append_range(Passed, OldPass);
    llvm::append_range(Passed, NewPass);
  }

  void demand(const std::vector<Term> &Given, const std::vector<Term> &Wanted) {
    if (Wanted.empty())
      return;
    std::vector<Term> Facts = Passed;
    llvm::append_range(Facts, Given);
    Into.Obligations.push_back({std::move(Facts), Wanted, "other accesses or traps"});
  }

  void compareEffects(const CodeEvent &A, const CodeEvent &B) {
    if (A.Name != B.Name || A.Operands.size() != B.Operands.size()) {
      Into.Mismatch = "another effect";
      return;
    }
    std::vector<Term> Equal;
    for (auto [X, Y] : llvm::zip(A.Operands, B.Operands)) {
      if (X.bits() != Y.bits()) {
        Into.Mismatch = "another effect";
        return;
      }
      Equal.push_back(Store.eq(X, Shared(Y)));
    }
    Into.Obligations.push_back({Passed, std::move(Equal), "an effect on other values"});
    Shared.set(B.MemoryAfter, A.MemoryAfter);
    Shared.set(B.ObjectsAfter, A.ObjectsAfter);
    if (A.Result)
      Shared.set(B.Result, A.Result);
  }

  TermStore &Store;
  const CodePath &Old, &New;
  Edge &Into;
  Replacement Shared;
  std::vector<Term> Passed;
};

class Product {
public:
  Product(CodePair &Pair, const Alignment &Aligned, Entailment &Follows, bool WithClosedForms)
      : Pair(Pair), Store(Pair.Store), Aligned(Aligned), Follows(Follows), WithClosedForms(WithClosedForms) {}

  /// All ways belong together, but something that is computed does not, and it may be a sum in closed form.
  bool mayHaveClosedForms() {
    return WaysAgree && llvm::any_of(Visits, [&](const auto &Each) {
             return Each.first != PlacePair{0, 0} && !isEnd(Each.first) &&
                    !closedForms(Each.first, computedAt(Each.first)).empty();
           });
  }

  std::string whyNot() {
    auto Seen = follow(Aligned, Store, Pair.Old, Pair.New, Pair.Runs);
    if (!Seen)
      return "runs differ";
    Visits = std::move(*Seen);
    for (const auto &[Where, Unused] : Visits)
      Number[Where] = static_cast<unsigned>(Number.size());
    for (const auto &[Where, Unused] : Visits)
      if (std::string Why = addEdges(Where); !Why.empty())
        return Why;
    markSeen();
    findDeciding();
    if (oneWaits(/*RoundAndRound=*/false))
      return "one version goes on while the other one waits";
    if (std::string Why = findInvariants(); !Why.empty())
      return Why;
    if (oneWaits(/*RoundAndRound=*/true))
      return "one version goes on while the other one waits";
    WaysAgree = true;
    return whyNotSame();
  }

private:
  bool isEnd(PlacePair Where) const { return Pair.Old.isEnd(Where.first) && Pair.New.isEnd(Where.second); }

  std::string addEdges(PlacePair From) {
    if (isEnd(From))
      return "";
    Rhythm Now = Aligned.at(Pair.Old, Pair.New, From);
    FunctionCode &Leader = Now.Leader == Side::Old ? Pair.Old : Pair.New;
    FunctionCode &Other = Now.Leader == Side::Old ? Pair.New : Pair.Old;
    unsigned LeaderPlace = Now.Leader == Side::Old ? From.first : From.second;
    unsigned OtherPlace = Now.Leader == Side::Old ? From.second : From.first;
    for (const CodePath &Leading : Leader.steps(LeaderPlace)) {
      auto Following = Other.paths(OtherPlace, Now.follows(Leading.First));
      if (!Following)
        return "too many ways";
      for (const CodePath &Each : *Following) {
        bool Ahead = Now.Leader == Side::Old;
        if (!addEdge(From, Ahead ? Leading : Each, Ahead ? Each : Leading))
          continue;
        Edges.back().OldMoves = Ahead || (Now.follows(Leading.First) != 0 && !Pair.Old.isEnd(From.first));
        Edges.back().NewMoves = !Ahead || (Now.follows(Leading.First) != 0 && !Pair.New.isEnd(From.second));
        if (Edges.size() > MostEdges)
          return "too many ways";
      }
    }
    return "";
  }

  /// False if no run goes both ways.
  bool addEdge(PlacePair From, const CodePath &Old, const CodePath &New) {
    Edge Made;
    Made.From = From;
    Made.To = {Old.To, New.To};
    EventComparison Compared(Store, Old, New, Made);
    Compared.compare();
    std::vector<Term> &Conditions = Made.Taken.Conditions = Old.Conditions;
    for (Term Condition : New.Conditions)
      Conditions.push_back(Made.Mismatch.empty() ? Compared.shared(Condition) : Condition);
    for (Term Condition : Conditions)
      if (Condition.isFalse() || llvm::is_contained(Conditions, Store.notTerm(Condition)))
        return false;
    Made.Taken.Next = Old.Next;
    for (auto [Variable, Value] : New.Next)
      Made.Taken.Next.push_back({Variable, Compared.shared(Value)});
    Made.Taken.Next.push_back({FunctionCode::memory(Store), Old.Memory});
    Made.Taken.Next.push_back({FunctionCode::objects(Store), Old.Objects});
    if (Made.Mismatch.empty() && isEnd(Made.To))
      compareEnds(Made);
    PathConditions.push_back(Conditions);
    llvm::append_range(Conditions, Compared.passed());
    Edges.push_back(std::move(Made));
    return true;
  }

  void compareEnds(Edge &Made) {
    if (Pair.Old.kind(Made.To.first) != Pair.New.kind(Made.To.second)) {
      Made.Mismatch = "another end";
      return;
    }
    Replacement After(Store);
    for (auto [Variable, Value] : Made.Taken.Next)
      After.set(Variable, Value);
    std::vector<Term> Equal;
    for (auto [X, Y] : llvm::zip(Pair.Old.variables(Made.To.first), Pair.New.variables(Made.To.second))) {
      if (X.bits() != Y.bits()) {
        Made.Mismatch = "another result";
        return;
      }
      Equal.push_back(Store.eq(After(X), After(Y)));
    }
    std::vector<Term> Passed(Made.Taken.Conditions.begin(), Made.Taken.Conditions.end());
    if (!Equal.empty())
      Made.Obligations.push_back({std::move(Passed), std::move(Equal), "another result"});
  }

  /// The state of both versions in a pair of visits.
  Assignment state(const AlignedVisit &At) const {
    Assignment Result = Pair.Runs[At.Run].Old[At.Old].Values;
    for (const auto &[Variable, Value] : Pair.Runs[At.Run].New[At.New].Values)
      Result.try_emplace(Variable, Value);
    return Result;
  }

  void markSeen() {
    for (auto &[Where, At] : Visits)
      for (std::size_t I = 0; I < At.size(); ++I) {
        Assignment Values = state(At[I]);
        SampleState State(Store, Values, Pair.Worlds[At[I].Run]);
        for (std::size_t E = 0; E != Edges.size(); ++E)
          if (Edges[E].From == Where && !Edges[E].Active &&
              llvm::all_of(PathConditions[E], [&](Term Condition) { return State.holds(Condition); }))
            Edges[E].Active = Number.contains(Edges[E].To);
      }
  }

  /// Some steps could go on for ever that only one version takes. What goes round at one place may count down to its
  /// end, which invariants are needed for.
  bool oneWaits(bool RoundAndRound) {
    for (bool Edge::*Moves : {&Edge::OldMoves, &Edge::NewMoves}) {
      std::set<std::pair<PlacePair, PlacePair>> Ways;
      std::set<PlacePair> Rounds;
      for (const Edge &Each : Edges)
        if (Each.Active && !(Each.*Moves))
          Each.From == Each.To ? (void)Rounds.insert(Each.From) : (void)Ways.insert({Each.From, Each.To});
      if (RoundAndRound && llvm::any_of(Rounds, [&](PlacePair Where) { return !countsDown(Where, Moves); }))
        return true;
      for (bool Grown = true; Grown;) {
        Grown = false;
        for (auto [A, B] : std::set(Ways))
          for (auto [C, D] : std::set(Ways))
            if (B == C)
              Grown |= Ways.insert({A, D}).second;
      }
      if (llvm::any_of(Ways, [](const auto &Way) { return Way.first == Way.second; }))
        return true;
    }
    return false;
  }

  /// Some number becomes smaller with each step at a place that only one version takes.
  bool countsDown(PlacePair Where, bool Edge::*Moves) {
    std::vector<std::size_t> Rounds;
    for (std::size_t E = 0; E != Edges.size(); ++E)
      if (Edges[E].Active && !(Edges[E].*Moves) && Edges[E].From == Where && Edges[E].To == Where)
        Rounds.push_back(E);
    return llvm::any_of(distances(PathConditions[Rounds.front()]), [&](Term Distance) {
      return llvm::all_of(Rounds, [&](std::size_t E) {
        Replacement After(Store);
        for (auto [Variable, Value] : Edges[E].Taken.Next)
          After.set(Variable, Value);
        return Follows.all(factsAt(E), {Store.ult(After(Distance), Distance)});
      });
    });
  }

  /// How far those are apart that conditions compare.
  std::vector<Term> distances(llvm::ArrayRef<Term> Conditions) {
    std::vector<Term> Result;
    for (Term Condition : Conditions) {
      Term Compared = Condition.is(Operation::Not) ? Condition.operand(0) : Condition;
      if (Compared.operands().size() != 2 || Compared.operand(0).bits() == 1)
        continue;
      Result.push_back(Store.sub(Compared.operand(1), Compared.operand(0)));
      Result.push_back(Store.sub(Compared.operand(0), Compared.operand(1)));
    }
    return Result;
  }

  // Invariants.

  std::vector<Term> variables(PlacePair Where) const {
    std::vector<Term> Result = Pair.Old.variables(Where.first);
    llvm::append_range(Result, Pair.New.variables(Where.second));
    return Result;
  }

  /// What steps compute, in ways that linear relations do not see, of what is known at a place.
  std::vector<Term> computedAt(PlacePair Where) {
    std::vector<Term> Known = variables(Where), Roots;
    llvm::append_range(Known, Pair.Old.parameters());
    llvm::append_range(Known, std::array{FunctionCode::memory(Store), FunctionCode::objects(Store)});
    for (const Edge &Each : Edges) {
      if (!Each.Active)
        continue;
      llvm::append_range(Roots, Each.Taken.Conditions);
      for (auto [Variable, Value] : Each.Taken.Next)
        if (Variable != FunctionCode::memory(Store) && Variable != FunctionCode::objects(Store))
          Roots.push_back(Value);
      for (const Obligation &Demanded : Each.Obligations)
        llvm::append_range(Roots, Demanded.Goals);
    }
    std::vector<Term> Result;
    llvm::DenseSet<Term> Foreign;
    for (Term Each : reachable(Roots)) {
      bool IsForeign = Each.is(Operation::Variable) && Each.variableKind() == VariableKind::Input &&
                       !llvm::is_contained(Known, Each);
      if (IsForeign || llvm::any_of(Each.operands(), [&](Term Part) { return Foreign.contains(Part); })) {
        Foreign.insert(Each);
        continue;
      }
      bool Linear = Each.is(Operation::Add) || Each.is(Operation::Constant) || Each.is(Operation::Variable) ||
                    (Each.is(Operation::Mul) && Each.operand(1).isConstant());
      bool History = Each.is(Operation::Apply) &&
                     (Store.name(Each).starts_with("memory after") || Store.name(Each).starts_with("objects after"));
      if (!Linear && !History && Each.bits() > 1 && Result.size() < MostComputed)
        Result.push_back(Each);
    }
    return Result;
  }

  /// The same all the time, and something depends on it.
  bool isFixed(Term Computed) const {
    return llvm::all_of(reachable({Computed}), [&](Term Part) {
      return !Part.is(Operation::Variable) || (Deciding.contains(Part) && isParameter(Part));
    });
  }
  bool isParameter(Term Variable) const { return llvm::is_contained(Pair.Old.parameters(), Variable); }

  /// What parameters alone give, as if they were where a loop is: a sum in closed form is one of what was added so far.
  std::vector<Term> closedForms(PlacePair Where, llvm::ArrayRef<Term> Computed) {
    std::vector<Term> Result;
    for (Term Whole : Computed) {
      if (!isOfParameters(Whole))
        continue;
      for (Term Parameter : Pair.Old.parameters())
        for (Term Variable : variables(Where))
          if (Variable.bits() == Parameter.bits() && Deciding.contains(Variable) && mentions(Whole, Parameter) &&
              Result.size() < MostComputed) {
            Replacement SoFar(Store);
            SoFar.set(Parameter, Variable);
            Result.push_back(SoFar(Whole));
          }
    }
    return Result;
  }

  bool isOfParameters(Term Computed) const {
    return llvm::all_of(reachable({Computed}),
                        [&](Term Part) { return !Part.is(Operation::Variable) || isParameter(Part); });
  }

  std::vector<ObservedTerm> observedAt(PlacePair Where, llvm::ArrayRef<AlignedVisit> At) {
    std::vector<ObservedTerm> Result;
    for (Term Parameter : Pair.Old.parameters())
      Result.push_back({Parameter, ObservedTerm::Role::Fixed, Deciding.contains(Parameter), {}});
    for (Term Variable : variables(Where))
      Result.push_back({Variable, ObservedTerm::Role::Variable, Deciding.contains(Variable), {}});
    std::vector<Term> AllComputed = computedAt(Where);
    for (Term Computed : AllComputed) // what parameters bound, loops are compared with
      Result.push_back({Computed, ObservedTerm::Role::Computed, isFixed(Computed), {}});
    if (WithClosedForms)
      for (Term Computed : closedForms(Where, AllComputed))
        Result.push_back({Computed, ObservedTerm::Role::Computed, false, {}});
    std::size_t Every = At.size() / MostSamples + 1;
    for (std::size_t I = 0; I < At.size(); I += Every) {
      Assignment Values = state(At[I]);
      SampleState State(Store, Values, Pair.Worlds[At[I].Run]);
      for (ObservedTerm &Each : Result)
        Each.Seen.push_back(State.valueOf(Each.Value));
    }
    return Result;
  }

  /// A check as if it stood at the place.
  CodeEvent atPlace(CodeEvent Check) const {
    Check.Objects = FunctionCode::objects(Store);
    Check.Memory = FunctionCode::memory(Store);
    return Check;
  }

  /// Accesses at places that do not depend on where the loop is: once there, there until something may free it.
  std::vector<Term> fixedAccesses() {
    std::set<Term, bool (*)(Term, Term)> Result([](Term A, Term B) { return A.id() < B.id(); });
    std::set<Term, bool (*)(Term, Term)> Changing([](Term A, Term B) { return A.id() < B.id(); });
    for (FunctionCode *Code : {&Pair.Old, &Pair.New})
      for (unsigned Place = 0; Place != Code->places(); ++Place)
        Changing.insert(Code->variables(Place).begin(), Code->variables(Place).end());
    Changing.insert(FunctionCode::memory(Store));
    for (FunctionCode *Code : {&Pair.Old, &Pair.New})
      for (unsigned Place = 0; Place != Code->places(); ++Place)
        for (const CodePath &Way : Code->steps(Place))
          for (const CodeEvent &Event : Way.Events)
            if (Event.What == CodeEvent::Kind::Touch &&
                llvm::none_of(reachable(Event.Operands), [&](Term Part) { return Changing.contains(Part); }))
              Result.insert(passes(Store, atPlace(Event)));
    return {Result.begin(), Result.end()};
  }

  /// Variables that conditions and divisors depend on.
  void findDeciding() {
    std::vector<Term> Roots;
    for (const auto &Conditions : PathConditions)
      llvm::append_range(Roots, Conditions);
    for (FunctionCode *Code : {&Pair.Old, &Pair.New})
      for (unsigned Place = 0; Place != Code->places(); ++Place)
        for (const CodePath &Way : Code->steps(Place))
          for (const CodeEvent &Event : Way.Events)
            if (Event.What == CodeEvent::Kind::Trap)
              llvm::append_range(Roots, Event.Operands);
    for (std::size_t Before = 0; Before != Roots.size();) {
      Before = Roots.size();
      for (Term Part : reachable(Roots))
        if (Part.is(Operation::Variable))
          Deciding.insert(Part);
      for (const Edge &Each : Edges)
        for (auto [Variable, Value] : Each.Taken.Next)
          if (Deciding.contains(Variable) && !llvm::is_contained(Roots, Value))
            Roots.push_back(Value);
    }
  }

  std::vector<std::vector<Term>> candidates() {
    std::vector<std::vector<Term>> Result(Number.size());
    std::vector<Term> Accesses = fixedAccesses();
    for (const auto &[Where, At] : Visits) {
      if (Where == PlacePair{0, 0} || isEnd(Where))
        continue;
      std::vector<Term> &Here = Result[Number[Where]];
      Here = guessInvariants(Store, observedAt(Where, At));
      llvm::append_range(Here, Accesses);
    }
    return Result;
  }

  std::string findInvariants() {
    for (unsigned Round = 0; Round != MostRounds; ++Round) {
      std::vector<Step> Steps;
      for (Edge &Each : Edges)
        if (Each.Active) {
          if (!Each.Mismatch.empty())
            return Each.Mismatch;
          Steps.push_back(Each.Taken);
          Steps.back().From = Number[Each.From];
          Steps.back().To = Number[Each.To];
        }
      Kept = largestInductive(Store, Steps, candidates(), Follows);
      bool More = false;
      for (std::size_t E = 0; E != Edges.size(); ++E) {
        if (Edges[E].Active || isImpossible(E))
          continue;
        if (Follows.exhausted())
          return "time is up";
        if (!Edges[E].Mismatch.empty())
          return Edges[E].Mismatch;
        if (!Number.contains(Edges[E].To))
          if (!isEnd(Edges[E].To))
            return "a way that no run took";
        Number.try_emplace(Edges[E].To, static_cast<unsigned>(Number.size()));
        Edges[E].Active = More = true;
      }
      if (!More)
        return "";
    }
    return "invariants were not found";
  }

  std::vector<Term> factsAt(std::size_t E) {
    std::vector<Term> Facts = Kept[Number[Edges[E].From]];
    llvm::append_range(Facts, PathConditions[E]);
    return Facts;
  }

  bool isImpossible(std::size_t E) { return Follows.contradict(factsAt(E)); }

  std::string whyNotSame() {
    for (std::size_t E = 0; E != Edges.size(); ++E)
      if (Edges[E].Active)
        for (const Obligation &Demanded : Edges[E].Obligations) {
          std::vector<Term> Facts = factsAt(E);
          llvm::append_range(Facts, Demanded.Facts);
          if (!Follows.all(Facts, Demanded.Goals))
            return Demanded.What;
        }
    return "";
  }

  CodePair &Pair;
  TermStore &Store;
  const Alignment &Aligned;
  Entailment &Follows;
  bool WithClosedForms, WaysAgree = false;
  std::map<PlacePair, std::vector<AlignedVisit>> Visits;
  std::map<PlacePair, unsigned> Number;
  std::vector<Edge> Edges;
  std::vector<std::vector<Term>> PathConditions; ///< of edges, without checks that passed
  std::vector<std::vector<Term>> Kept;
  llvm::DenseSet<Term> Deciding;
};

} // namespace

std::string whyNotTogether(CodePair &Pair, const Alignment &Aligned, Entailment &Follows) {
  Product Simple(Pair, Aligned, Follows, /*WithClosedForms=*/false);
  std::string Why = Simple.whyNot();
  if (Why.empty() || Follows.exhausted() || !Simple.mayHaveClosedForms())
    return Why;
  return Product(Pair, Aligned, Follows, /*WithClosedForms=*/true).whyNot();
}

} // namespace vernier
