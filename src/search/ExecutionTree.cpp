#include "search/ExecutionTree.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace vernier {

namespace {

/// The finaliser of SplitMix64: a permutation, so that no word is lost.
std::uint64_t mixed(std::uint64_t Z) {
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
  return Z ^ (Z >> 31);
}

} // namespace

PathKey PathKey::then(std::uint64_t Word) const {
  std::uint64_t NextLow = mixed(Low + 0x9e3779b97f4a7c15ull + mixed(Word ^ High));
  std::uint64_t NextHigh = mixed((High << 1 | High >> 63) ^ mixed(Word + 0x3c6ef372fe94f82bull) ^ Low);
  return {NextHigh, NextLow};
}

std::string PathKey::text() const {
  return llvm::utohexstr(High, true, 16) + llvm::utohexstr(Low, true, 16);
}

ExecutionTree::ExecutionTree(TermStore &Store) : Store(Store) {
  Nodes.emplace_back();
}

void ExecutionTree::contradict(Inserted &Result, const char *Code, std::uint32_t Site) {
  if (!Result.Contradiction.empty())
    return;
  Result.Contradiction = Code;
  Result.ContradictionSite = Site;
}

void ExecutionTree::mark(NodeId At, State Now) {
  Frontier += counts(Now);
  Frontier -= counts(Nodes[At].Now);
  Nodes[At].Now = Now;
}

/// Makes a node one where a decision is made; false if other runs say otherwise.
bool ExecutionTree::decide(NodeId At, const Decision &First, unsigned RunIndex) {
  Node &N = Nodes[At];
  if (N.Now != State::Undecided)
    return N.Site == First.Site && N.What == First.What;
  if (N.Ended && !N.CutOff)
    return false;
  N.What = First.What;
  N.Site = First.Site;
  N.Rest = Store.boolean(true);
  N.Witness = RunIndex;
  mark(At, State::Open);
  return true;
}

/// The index of the child on the side that is taken, which is made if it is new.
std::size_t ExecutionTree::childFor(NodeId At, const Decision &Next, std::size_t Position, Inserted &Result) {
  auto &Children = Nodes[At].Children;
  auto Found = llvm::find_if(Children, [&](const Child &C) { return C.Side == Next.Side; });
  if (Found != Children.end()) {
    if (!(Found->Taken == Next.Taken))
      contradict(Result, "unstable-condition", Next.Site);
    return static_cast<std::size_t>(Found - Children.begin());
  }
  if (Nodes[At].Now == State::Closed)
    contradict(Result, "impossible-side", Next.Site);
  NodeId Below = static_cast<NodeId>(Nodes.size());
  Node Fresh;
  Fresh.Parent = At;
  Fresh.Depth = Nodes[At].Depth + 1;
  Fresh.Reached = Next.Taken;
  Fresh.Key = Nodes[At].Key.then(Next);
  Nodes.push_back(std::move(Fresh));
  Node &N = Nodes[At];
  N.Children.push_back({Next.Side, Next.Taken, Below});
  N.Rest = Store.andTerm(N.Rest, Store.notTerm(Next.Taken));
  Result.FirstNew = std::min(Result.FirstNew, Position);
  if (N.Rest.isFalse())
    mark(At, State::Closed);
  else if (N.Now == State::Open)
    Result.Opened.push_back(At);
  return N.Children.size() - 1;
}

void ExecutionTree::finish(NodeId At, bool Whole, Inserted &Result) {
  Node &N = Nodes[At];
  Result.End = At;
  if (Whole && N.Now != State::Undecided)
    contradict(Result, "unstable-path", N.Site);
  N.CutOff = !Whole && (N.CutOff || !N.Ended);
  N.Ended = true;
}

ExecutionTree::Inserted ExecutionTree::insert(const std::vector<Decision> &Path, bool Whole, unsigned RunIndex,
                                              std::optional<NodeId> Expected, std::size_t KnownSides) {
  Inserted Result;
  Result.FirstNew = Path.size();
  for (const Decision &Each : Path)
    Result.Path = Result.Path.then(Each);
  NodeId At = 0;
  for (std::size_t I = 0; I < Path.size(); ++I) {
    if (!decide(At, Path[I], RunIndex)) {
      contradict(Result, "unstable-path", Path[I].Site);
      Result.End = At;
      return Result;
    }
    Result.Through.push_back(At);
    std::size_t Index = childFor(At, Path[I], I, Result);
    if (Expected == At)
      Result.PassedExpected = Index >= KnownSides;
    At = Nodes[At].Children[Index].Below;
  }
  finish(At, Whole, Result);
  return Result;
}

std::vector<Term> ExecutionTree::prefix(NodeId At) const {
  std::vector<Term> Result;
  for (; At != 0; At = Nodes[At].Parent)
    if (!Nodes[At].Reached.isTrue())
      Result.push_back(Nodes[At].Reached);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

PathKey ExecutionTree::question(NodeId At) const {
  std::vector<std::uint64_t> Sides;
  for (const Child &Each : Nodes[At].Children)
    Sides.push_back(Each.Side);
  llvm::sort(Sides);
  PathKey Key = Nodes[At].Key.then(Nodes[At].Site);
  for (std::uint64_t Each : Sides)
    Key = Key.then(Each);
  return Key;
}

} // namespace vernier
