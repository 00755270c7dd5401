#include "directed/Approach.h"

#include "term/Evaluate.h"

namespace vernier {

namespace {

/// Between two branches of one way there is room for what is less certain to lead there.
constexpr unsigned RankOfABranch = 8;
/// Flipped through others; through what contradicts.
constexpr unsigned Indirectly = 2, ByConflict = 1;
/// More of a file is mostly worth a try; how much is not known.
constexpr unsigned RankOfALength = 4 * RankOfABranch;
/// What no control dependence leads from may matter all the same: it comes last.
constexpr unsigned Anywhere = 1u << 20;
/// Of one run so many branches that no input flips by itself are followed to where their values come from.
constexpr std::size_t MostUntainted = 12;

bool isBranching(const VernierNode &Node) {
  return Node.Operation == VernierBranch || Node.Operation == VernierSwitch || Node.Operation == VernierTarget;
}

const Decision *decisionAt(Trace &Of, NodeId Node) {
  const std::vector<Decision> &All = Of.decisions();
  auto Place = llvm::lower_bound(All, Node, [](const Decision &Each, NodeId Id) { return Each.Node < Id; });
  return Place != All.end() && Place->Node == Node ? &*Place : nullptr;
}

/// To trap on the way leads nowhere.
bool mayFlip(const Decision &What) {
  return What.What != DecisionKind::Trap;
}

} // namespace

bool Approach::Candidate::operator<(const Candidate &Other) const {
  // Among equals the newest run, and of that its last decision.
  return std::tuple(Rank + Tried, Other.Run, Other.Node, Through) <
         std::tuple(Other.Rank + Other.Tried, Run, Node, Other.Through);
}

std::uint64_t Approach::triedAt(const Candidate &What) const {
  const VernierNode &Node = Runs[What.Run]->Left->node(What.Node);
  auto Known = Tried.find({Node.Site, isBranching(Node) ? Node.C : Node.Value});
  return Known == Tried.end() ? 0 : Known->second;
}

void Approach::offer(std::size_t Run, NodeId Node, unsigned Rank, bool Through) {
  if (!Offered.insert({Run, Node, Through}).second)
    return;
  Candidate New{Rank, 0, Run, Node, Through};
  New.Tried = triedAt(New);
  Waiting.insert(New);
}

/// What the input decides.
void Approach::addTainted(std::size_t Run, unsigned Behind) {
  Trace &Left = *Runs[Run]->Left;
  for (const Decision &Each : Left.decisions()) {
    if (!mayFlip(Each))
      continue;
    std::optional<unsigned> Far =
        isBranching(Left.node(Each.Node)) ? Lead.OtherSide(*Runs[Run], Each.Node) : std::nullopt;
    unsigned Else = Each.What == DecisionKind::Length ? RankOfALength : Anywhere;
    offer(Run, Each.Node, (Far ? *Far * RankOfABranch : Else) + Behind, false);
  }
}

/// Branches that lead there but whose condition is no function of the input, as far as this way goes.
void Approach::addUntainted(std::size_t Run, unsigned Behind) {
  Trace &Left = *Runs[Run]->Left;
  std::vector<std::pair<unsigned, NodeId>> Nearest;
  std::set<std::uint32_t> Seen;
  for (NodeId Id = 1; Id < Left.size(); ++Id) {
    if (!isBranching(Left.node(Id)))
      continue;
    Seen.insert(Left.node(Id).Site);
    if (Left.isSymbolic(Id))
      continue;
    if (auto Far = Lead.OtherSide(*Runs[Run], Id))
      Nearest.emplace_back(*Far, Id);
  }
  Pair.statistics().UntaintedSaved += Nearest.size();
  // Those without a node depend on nothing that an input could change: one for each place.
  const std::vector<Site> &Sites = Pair.sites(Lead.Which).build().Sites;
  for (std::uint32_t I = 1; I < Sites.size(); ++I)
    if (Sites[I].Successors > 1 && !Seen.contains(I) && Lead.Leads(I))
      for (unsigned Side = 0; Side != Sites[I].Successors; ++Side)
        Pair.statistics().UntaintedSaved += Left.coverage()[Sites[I].FirstEdge + Side] != 0;
  std::stable_sort(Nearest.begin(), Nearest.end(), [](auto &A, auto &B) { return A.first < B.first; });
  if (Nearest.size() > MostUntainted)
    Nearest.resize(MostUntainted);
  for (auto [Far, Node] : Nearest)
    offer(Run, Node, Far * RankOfABranch + Indirectly + Behind, true);
}

void Approach::add(std::shared_ptr<DirectedRun> Run, unsigned Behind) {
  if (!Run->Left)
    return;
  Runs.push_back(std::move(Run));
  addTainted(Runs.size() - 1, Behind);
  addUntainted(Runs.size() - 1, Behind);
}

/// The decisions that a branch depends on: where its values come from, and what might have given it others.
void Approach::offerSources(const Candidate &What) {
  Trace &Left = *Runs[What.Run]->Left;
  TraceSlice Slice = Left.backwardSlice({What.Node}, false);
  for (const Decision &Each : Left.decisions())
    if (Each.Node < What.Node && Slice.Nodes.test(Each.Node) && mayFlip(Each)) {
      Offered.erase({What.Run, Each.Node, false}); // it may have been offered as one that leads nowhere
      Waiting.erase({Anywhere, triedAt({Anywhere, 0, What.Run, Each.Node, false}), What.Run, Each.Node, false});
      offer(What.Run, Each.Node, What.Rank, false);
    }
}

/// Of a switch: the side that was asked for least often anywhere, of those that this candidate has not asked for.
std::optional<unsigned> Approach::nextSide(const Candidate &What) {
  const VernierNode &Node = Runs[What.Run]->Left->node(What.Node);
  std::set<unsigned> &Asked = SidesAsked[{What.Run, What.Node}];
  std::optional<unsigned> Best;
  auto CountOf = [&](unsigned Side) { return SidesTried[{Node.Site, Side}]; };
  std::size_t Left = 0;
  for (unsigned Side = 0; Side != Pair.sites(Lead.Which).build().Sites[Node.Site].Successors; ++Side)
    if (Side != Node.C && !Asked.contains(Side)) {
      ++Left;
      if (!Best || CountOf(Side) < CountOf(*Best))
        Best = Side;
    }
  if (!Best)
    return Best;
  Asked.insert(*Best);
  ++SidesTried[{Node.Site, *Best}];
  if (Left > 1) // the others have their turn, too
    Waiting.insert({What.Rank, triedAt(What), What.Run, What.Node, false});
  return Best;
}

/// What another side takes: of a switch one of them at a time, else any.
Term Approach::otherSide(const Candidate &What, const Decision &Here) {
  TermStore &Store = Pair.store();
  if (Here.What != DecisionKind::Switch)
    return Store.notTerm(Here.Taken);
  auto Side = nextSide(What);
  if (!Side)
    return Store.notTerm(Here.Taken);
  Trace &Left = *Runs[What.Run]->Left;
  Term Subject = Left.termOf(Left.node(What.Node).A), Any = Store.boolean(false);
  for (const auto &[Value, Successor] : Left.siteOf(What.Node).Cases)
    if (*Side == 0 ? Successor != 0 : Successor == *Side)
      Any = Store.orTerm(Any, Store.eq(Subject, Store.constant(llvm::APInt(Subject.bits(), Value))));
  return *Side == 0 ? Store.notTerm(Any) : Any;
}

/// One more value at a time, with what else the run had, for as long as there are some.
std::optional<InputAssignment> Approach::otherLength(const Candidate &What, const Decision &Here,
                                                     llvm::ArrayRef<Term> Prefix) {
  TermStore &Store = Pair.store();
  Trace &Left = *Runs[What.Run]->Left;
  Term Subject = Left.termOf(Left.node(What.Node).A);
  std::vector<Term> &Others = LengthsAsked[{What.Run, What.Node}];
  if (Others.empty())
    Others.push_back(Store.notTerm(Here.Taken));
  while (!Pair.isOver()) {
    RelaxedAnswer Answer = Pair.ask(Others, Prefix, Runs[What.Run]->Input, true);
    if (!Answer.Input)
      return std::nullopt;
    llvm::APInt Length = Evaluator(Subject)(assignmentOf(Pair.inputs(), *Answer.Input));
    Others.push_back(Store.ne(Subject, Store.constant(Length)));
    if (!Made.insert(llvm::hash_combine_range(Answer.Input->begin(), Answer.Input->end())).second)
      continue;
    Waiting.insert({What.Rank, triedAt(What), What.Run, What.Node, false});
    return Answer.Input;
  }
  return std::nullopt;
}

std::optional<InputAssignment> Approach::flip(const Candidate &What) {
  Trace &Left = *Runs[What.Run]->Left;
  const Decision *Here = decisionAt(Left, What.Node);
  if (!Here)
    return std::nullopt;
  std::vector<Decision> Before = decisionsBefore(Left, What.Node);
  std::vector<Term> Prefix;
  for (const Decision &Each : Before)
    Prefix.push_back(Each.Taken);
  if (Here->What == DecisionKind::Length)
    return otherLength(What, *Here, Prefix);
  Term Other = otherSide(What, *Here);
  RelaxedAnswer Answer = Pair.ask({Other}, Prefix, Runs[What.Run]->Input);
  // Each of those that contradict may have to go another way on its own account.
  for (const Decision &Each : Before)
    if (mayFlip(Each) && llvm::is_contained(Answer.Conflicts, Each.Taken) && What.Rank < Anywhere) {
      Offered.erase({What.Run, Each.Node, false});
      offer(What.Run, Each.Node, What.Rank + ByConflict, false);
    }
  if (!Answer.Input && What.Rank < Anywhere)
    offer(What.Run, What.Node, What.Rank + Indirectly, true);
  return Answer.Input;
}

std::optional<InputAssignment> Approach::tryOne(Candidate What) {
  if (What.Through) {
    offerSources(What);
    return std::nullopt;
  }
  const VernierNode &Node = Runs[What.Run]->Left->node(What.Node);
  ++Tried[{Node.Site, isBranching(Node) ? Node.C : Node.Value}];
  return flip(What);
}

std::optional<InputAssignment> Approach::next() {
  while (!Waiting.empty() && !Pair.isOver()) {
    Candidate Best = *Waiting.begin();
    Waiting.erase(Waiting.begin());
    if (std::uint64_t Now = triedAt(Best); Now > Best.Tried) {
      Best.Tried = Now;
      Waiting.insert(Best);
      continue;
    }
    if (auto Input = tryOne(Best))
      return Input;
  }
  return std::nullopt;
}

std::optional<InputAssignment> Approach::nextAtRandom(Random &Choose) {
  constexpr unsigned MostTries = 16;
  for (unsigned I = 0; I != MostTries && !Waiting.empty() && !Pair.isOver(); ++I) {
    auto At = std::next(Waiting.begin(), static_cast<std::ptrdiff_t>(Choose.below(Waiting.size())));
    Candidate Any = *At;
    Waiting.erase(At);
    if (auto Input = tryOne(Any))
      return Input;
  }
  return std::nullopt;
}

Directions towards(const Goal &To) {
  return {To.side(),
          [&To](const DirectedRun &Run, NodeId Decision) { return To.distanceOfOtherSide(Run.Left->node(Decision)); },
          [&To](std::uint32_t Site) { return To.distanceOf(Site).has_value(); }};
}

} // namespace vernier
