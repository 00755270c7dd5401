#include "exposure/Propagation.h"

#include "exposure/TransferCondition.h"
#include "trace/Shapes.h"

#include <map>

namespace vernier {

namespace {

/// Of one kind at one place of a run, and of one run.
constexpr unsigned MostAtOnePlace = 3;
constexpr std::size_t MostOfOneRun = 80, MostUses = 8;

class Planner {
public:
  Planner(RunnablePair &Pair, const SitePairing &Sites, const PairRun &Run)
      : Pair(Pair), Sites(Sites), Run(Run), Aligned(align(Sites, *Run.Old->Left, *Run.New->Left)) {}

  PropagationPlan make() {
    for (Side Which : {Side::New, Side::Old})
      addSide(Which);
    std::stable_sort(Plan.Attempts.begin(), Plan.Attempts.end(),
                     [](const PropagationAttempt &A, const PropagationAttempt &B) { return orderOf(A) < orderOf(B); });
    if (Plan.Attempts.size() > MostOfOneRun)
      Plan.Attempts.resize(MostOfOneRun);
    return std::move(Plan);
  }

private:
  /// Guesses come last.
  static unsigned orderOf(const PropagationAttempt &What) {
    return What.Kind == LeafKind::Masked ? 2 : What.Kind == LeafKind::Unused ? 1 : 0;
  }

  Trace &left(Side Which) const { return *Run.of(Which).Left; }
  static Side opposite(Side Which) { return Which == Side::New ? Side::Old : Side::New; }

  void addSide(Side Which) {
    Trace &Of = left(Which), &Other = left(opposite(Which));
    EffectTree Tree = effectTree(Sites, Aligned, Which, Of, Other, Pair.sites(Which));
    Plan.Infected |= Tree.Infected;
    std::map<std::pair<LeafKind, std::uint32_t>, unsigned> Seen;
    for (const EffectLeaf &Leaf : Tree.Leaves)
      if (Seen[{Leaf.Kind, Of.node(Leaf.Node).Site}]++ < MostAtOnePlace)
        addLeaf(Which, Leaf);
    addUntraced(Which);
  }

  void addLeaf(Side Which, const EffectLeaf &Leaf) {
    if (Leaf.Kind == LeafKind::Unused)
      return addUses(Which, left(Which).node(Leaf.Node).Site);
    std::uint8_t Operation = left(Which).node(Leaf.Node).Operation;
    if (Operation == VernierBranch || Operation == VernierSwitch)
      return addBranch(Which, Leaf);
    addValue(Which, Leaf);
  }

  /// The ways of both runs to the two nodes.
  std::vector<Term> waysTo(Side Which, NodeId Node, NodeId Other) const {
    std::vector<Term> Result;
    for (const Decision &Each : decisionsBefore(left(Which), Node))
      Result.push_back(Each.Taken);
    if (Other)
      for (const Decision &Each : decisionsBefore(left(opposite(Which)), Other))
        if (!llvm::is_contained(Result, Each.Taken))
          Result.push_back(Each.Taken);
    return Result;
  }

  Term takenAt(Side Which, NodeId Node) const {
    for (const Decision &Each : left(Which).decisions())
      if (Each.Node == Node)
        return Each.Taken;
    return Pair.store().boolean(true); // no input decides otherwise
  }

  void ask(LeafKind Kind, Side Which, std::vector<Term> Hard, const std::vector<Term> &Soft) {
    if (llvm::none_of(Hard, [](Term Each) { return Each.isFalse(); }))
      Plan.Attempts.push_back({Kind, Which, std::move(Hard), Soft, {}});
  }

  /// The branch goes another way in one version only.
  void addBranch(Side Which, const EffectLeaf &Leaf) {
    TermStore &Store = Pair.store();
    std::vector<Term> Ways = waysTo(Which, Leaf.Node, Leaf.Other);
    Term Here = takenAt(Which, Leaf.Node);
    if (Leaf.Other) {
      Term There = takenAt(opposite(Which), Leaf.Other);
      ask(Leaf.Kind, Which, {There, Store.notTerm(Here)}, Ways);
      ask(Leaf.Kind, Which, {Here, Store.notTerm(There)}, Ways);
    } else
      ask(Leaf.Kind, Which, {Store.notTerm(Here)}, Ways);
    if (!left(Which).isSymbolic(Leaf.Node))
      addSources(Which, Leaf);
  }

  /// No input decides the branch by itself: what its value comes from has to go another way (Qi et al. 2010,
  /// section 4.3).
  void addSources(Side Which, const EffectLeaf &Leaf) {
    std::vector<Decision> Sources = decisionsBefore(left(Which), Leaf.Node);
    for (std::size_t I = Sources.size(); I-- != 0;) {
      std::vector<Term> Before;
      for (std::size_t J = 0; J != I; ++J)
        Before.push_back(Sources[J].Taken);
      if (Sources[I].What != DecisionKind::Trap)
        ask(Leaf.Kind, Which, {Pair.store().notTerm(Sources[I].Taken)}, Before);
    }
  }

  Term valueTerm(Side Which, NodeId Node) const {
    const VernierNode &There = left(Which).node(Node);
    if (There.Operation == VernierStatus)
      return There.A ? left(Which).termOf(There.A) : Term();
    return shapeOf(There.Operation).Value ? left(Which).termOf(Node) : Term();
  }

  void addValue(Side Which, const EffectLeaf &Leaf) {
    if (left(Which).node(Leaf.Node).Operation == VernierOutput)
      return addBytes(Which, Leaf);
    std::vector<Term> Ways = waysTo(Which, Leaf.Node, Leaf.Other);
    Term Here = valueTerm(Which, Leaf.Node);
    Term There = Leaf.Other ? valueTerm(opposite(Which), Leaf.Other) : Term();
    if (Here && There && Here.bits() == There.bits())
      ask(Leaf.Kind, Which, {Pair.store().ne(Here, There)}, Ways);
    if (Term Passes = transferOf(Which, Leaf); Passes && !Passes.isTrue())
      ask(Leaf.Kind, Which, {Passes}, Ways);
  }

  /// The condition under which the user of an affected operand passes its difference on.
  Term transferOf(Side Which, const EffectLeaf &Leaf) const {
    Trace &Of = left(Which);
    const VernierNode &User = Of.node(Leaf.Node);
    if (!Leaf.From || !shapeOf(User.Operation).Value)
      return {};
    auto TermOf = [&](FieldKind Kind, NodeId Operand) {
      return Kind == FieldKind::Operand && Operand ? Of.termOf(Operand) : Term();
    };
    const NodeShape &Shape = shapeOf(User.Operation);
    OperandPlace Place = User.A == Leaf.From   ? OperandPlace::A
                         : User.B == Leaf.From ? OperandPlace::B
                                               : OperandPlace::C;
    return transferCondition(Pair.store(), User.Operation, Place, TermOf(Shape.A, User.A), TermOf(Shape.B, User.B),
                             TermOf(Shape.C, User.C));
  }

  void addBytes(Side Which, const EffectLeaf &Leaf) {
    if (!Leaf.Other)
      return;
    std::vector<NodeId> Here, There;
    left(Which).forEachElement(Leaf.Node, [&](NodeId Id) { Here.push_back(Id); });
    left(opposite(Which)).forEachElement(Leaf.Other, [&](NodeId Id) { There.push_back(Id); });
    Term Differ = Pair.store().boolean(false);
    for (std::size_t I = 0; I < Here.size() && I < There.size(); ++I)
      if (Here[I] && There[I])
        Differ = Pair.store().orTerm(
            Differ, Pair.store().ne(left(Which).termOf(Here[I]), left(opposite(Which)).termOf(There[I])));
    ask(Leaf.Kind, Which, {Differ}, waysTo(Which, Leaf.Node, Leaf.Other));
  }

  void addUses(Side Which, std::uint32_t Site) {
    if (const llvm::Instruction *I = Pair.sites(Which).instruction(Site))
      addUses(Which, *I);
  }

  void addUses(Side Which, const llvm::Instruction &Definition) {
    std::vector<const llvm::Instruction *> Places;
    llvm::ArrayRef<std::uint8_t> Coverage = left(Which).coverage();
    for (const llvm::Instruction *Use : usesOf(Pair.analysis(Which), Definition)) {
      auto Spot = Pair.sites(Which).spot(*Use->getParent());
      if (Spot && *Spot < Coverage.size() && !Coverage[*Spot] && Places.size() < MostUses)
        Places.push_back(Use);
    }
    if (!Places.empty())
      Plan.Attempts.push_back({LeafKind::Unused, Which, {}, {}, std::move(Places)});
  }

  /// Changed statements that were executed and compute the same for every input have no nodes: their uses, which have
  /// none either, are looked for all the same.
  void addUntraced(Side Which) {
    std::set<std::uint32_t> Traced, Executed;
    for (NodeId Id = 1; Id < left(Which).size(); ++Id)
      if (left(Which).node(Id).Operation != VernierVisit)
        Traced.insert(left(Which).node(Id).Site);
    for (const auto &[Site, Node] : Run.of(Which).Marks)
      if (Sites.change(Which, Site) && !Traced.contains(Site) && Executed.insert(Site).second)
        addUses(Which, Site);
  }

  RunnablePair &Pair;
  const SitePairing &Sites;
  const PairRun &Run;
  AlignedRuns Aligned;
  PropagationPlan Plan;
};

} // namespace

PropagationPlan planPropagation(RunnablePair &Pair, const SitePairing &Sites, const PairRun &Run) {
  return Planner(Pair, Sites, Run).make();
}

std::vector<const llvm::Instruction *> usesOf(const ProgramAnalysis &Analysis, const llvm::Instruction &Definition) {
  const DependenceGraph &Graph = Analysis.dependences();
  std::vector<const llvm::Instruction *> Result;
  if (Graph.stopped() != StopReason::None)
    return Result;
  llvm::DenseSet<DependenceGraph::Vertex> Seen;
  std::vector<DependenceGraph::Vertex> Work;
  for (DependenceGraph::Vertex V : Graph.verticesOf(Definition))
    Work.push_back(V);
  while (!Work.empty()) {
    DependenceGraph::Vertex V = Work.back();
    Work.pop_back();
    for (const DependenceGraph::Edge &E : Graph.dependents(V)) {
      if (E.Kind == DependenceKind::Control || E.Kind == DependenceKind::Call || !Seen.insert(E.Other).second)
        continue;
      const llvm::Instruction *Use = Graph.instruction(E.Other);
      // Memory, the formal side of a call, or a variable that takes the value over.
      if (!Use || (llvm::isa<llvm::StoreInst>(Use) && Use != &Definition))
        Work.push_back(E.Other);
      else if (Use != &Definition && !llvm::is_contained(Result, Use))
        Result.push_back(Use);
    }
  }
  return Result;
}

} // namespace vernier
