#include "interaction/SequenceTargets.h"

namespace vernier {

namespace {

/// A way that some run has taken already is worth as much as one that is so much further.
constexpr unsigned KnownPenalty = 3;
/// Graphs of large changes: what has no goal is not aimed at.
constexpr std::size_t MostGoals = 150;
constexpr std::size_t LongestSequence = 64;

bool isPlace(SequenceNodeKind Kind) {
  return Kind != SequenceNodeKind::Entry && Kind != SequenceNodeKind::Exit;
}

} // namespace

std::vector<const llvm::Instruction *> SequenceTargets::marks(const Impact &Changed) {
  std::vector<const llvm::Instruction *> Result;
  for (const auto &Instructions : Changed.GraphInstructions)
    for (const llvm::Instruction *I : Instructions)
      if (!llvm::isa<llvm::PHINode, llvm::AllocaInst>(I)) {
        Result.push_back(I);
        break;
      }
  return Result;
}

SequenceTargets::SequenceTargets(RunnablePair &Pair, const Impact &Changed, bool Flat)
    : Flat(Flat), Graph(Changed.Graph), Next(Graph.Nodes.size()), Goals(Graph.Nodes.size()) {
  for (auto [From, To] : Graph.Edges)
    Next[From].push_back(To);
  std::size_t Made = 0;
  for (unsigned Node = 0; Node < Graph.Nodes.size(); ++Node) {
    if (!isPlace(Graph.Nodes[Node].Kind) || Changed.GraphInstructions[Node].empty())
      continue;
    for (const llvm::Instruction *I : Changed.GraphInstructions[Node])
      if (std::uint32_t Site = Pair.sites(Side::New).site(*I))
        NodeOf.try_emplace(Site, Node);
    if (Made++ < MostGoals)
      Goals[Node].emplace(Pair, Side::New, Changed.GraphInstructions[Node], true);
  }
  ChangeOf.resize(Pair.sites(Side::New).build().Sites.size());
  for (const ChangedStatement &Change : Changed.Changes)
    for (const llvm::Instruction *I : Change.NewInstructions)
      if (std::uint32_t Site = Pair.sites(Side::New).site(*I); Site && !ChangeOf[Site])
        ChangeOf[Site] = Change.Id;
}

std::pair<unsigned, unsigned> SequenceTargets::nodesBefore(const DirectedRun &Run, NodeId Decision) const {
  unsigned Before = SequenceGraph::Entry, Last = SequenceGraph::Entry;
  for (const auto &[Site, Node] : Run.Marks) {
    if (Node > Decision)
      break;
    if (auto Place = NodeOf.find(Site); Place != NodeOf.end() && Place->second != Last) {
      Before = Last;
      Last = Place->second;
    }
  }
  return {Before, Last};
}

std::optional<unsigned> SequenceTargets::towards(unsigned Target, const VernierNode &Decision, bool IsKnown) const {
  auto Far = Goals[Target] ? Goals[Target]->distanceOfOtherSide(Decision) : std::nullopt;
  if (Far && IsKnown)
    *Far += KnownPenalty;
  return Far;
}

Directions SequenceTargets::directions() {
  auto OtherSide = [this](const DirectedRun &Run, NodeId Id) {
    const VernierNode &Decision = Run.Left->node(Id);
    std::optional<unsigned> Best;
    auto Consider = [&](std::optional<unsigned> Far) {
      if (Far && (!Best || *Far < *Best))
        Best = Far;
    };
    if (Flat) {
      for (unsigned Node = 0; Node < Graph.Nodes.size(); ++Node)
        if (Graph.Nodes[Node].Kind != SequenceNodeKind::Interaction)
          Consider(towards(Node, Decision, Known.contains({Node, Node, Node})));
      return Best;
    }
    auto [Before, From] = nodesBefore(Run, Id);
    for (unsigned Target : Next[From])
      Consider(towards(Target, Decision, Known.contains({Before, From, Target})));
    return Best;
  };
  auto Leads = [this](std::uint32_t Site) {
    return llvm::any_of(Goals, [&](const auto &Each) { return Each && Each->distanceOf(Site); });
  };
  return {Side::New, OtherSide, Leads};
}

bool SequenceTargets::passed(const DirectedRun &Run) {
  bool New = !Flat && carries(Run);
  unsigned Before = SequenceGraph::Entry, Last = SequenceGraph::Entry;
  for (const auto &[Site, Node] : Run.Marks)
    if (auto Place = NodeOf.find(Site); Place != NodeOf.end()) {
      unsigned Now = Place->second;
      Taken.emplace(Flat ? Now : Last, Now);
      New |= Known.insert(Flat ? std::tuple(Now, Now, Now) : std::tuple(Before, Last, Now)).second;
      if (Now == Last)
        continue;
      Before = Last;
      Last = Now;
    }
  return New || Flat;
}

bool SequenceTargets::carries(const DirectedRun &Run) {
  const Trace &Left = *Run.Left;
  bool New = false;
  auto Next = Run.Marks.begin();
  std::optional<std::pair<unsigned, NodeId>> Place; // the last one, and when control came there
  for (NodeId Id = 1; Id < Left.size(); ++Id) {
    for (; Next != Run.Marks.end() && Next->second <= Id; ++Next)
      if (auto Known = NodeOf.find(Next->first); Known != NodeOf.end())
        Place = {Known->second, Next->second};
    std::uint32_t Use = Left.node(Id).Site;
    if (!Place || !Use || Left.node(Id).Operation == VernierVisit)
      continue;
    Left.forEachEdge(Id, [&](EdgeRole Role, NodeId From) {
      bool Data = Role != EdgeRole::Control && Role != EdgeRole::Potential;
      if (std::uint32_t Definition = From ? Left.node(From).Site : 0; Data && Definition && From < Place->second)
        New |= Carried.emplace(Definition, Place->first, Use).second;
    });
  }
  return New;
}

std::vector<unsigned> SequenceTargets::sequence(const DirectedRun &Run) const {
  std::vector<unsigned> Result;
  for (const auto &[Site, Node] : Run.Marks)
    if (unsigned Change = ChangeOf[Site];
        Change && (Result.empty() || Result.back() != Change) && Result.size() < LongestSequence)
      Result.push_back(Change);
  return Result;
}

} // namespace vernier
