#include "analysis/Distance.h"

#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <deque>

namespace vernier {

Distance::Distance(llvm::ArrayRef<const llvm::Instruction *> Targets, const CallGraph &Calls, const ControlMap &Control)
    : Control(Control) {
  // Weights are 0 and 1, so Dijkstra's queue is a deque: what costs nothing goes to the front.
  std::deque<std::pair<Place, unsigned>> Work;
  auto Flow = [&](const llvm::Function *F) -> const FlowGraph & {
    return Control.find(F)->second->postDominators().flow();
  };
  auto Reach = [&](Place P, unsigned Length, bool Free) {
    auto [Known, New] = Found.try_emplace(P, Length);
    if (!New && Known->second <= Length)
      return;
    Known->second = Length;
    if (Free)
      Work.push_front({P, Length});
    else
      Work.push_back({P, Length});
  };
  for (const llvm::Instruction *Target : Targets)
    Reach({Target->getFunction(), Flow(Target->getFunction()).nodeOf(*Target)}, 0, true);
  while (!Work.empty()) {
    auto [P, Length] = Work.front();
    Work.pop_front();
    if (Found.lookup(P) < Length)
      continue;
    auto [F, N] = P;
    const FlowGraph &Graph = Flow(F);
    if (N == Graph.exit()) {
      for (const CallGraph::Site &Site : Calls.callsOf(*F)) {
        const llvm::Function *Caller = Site.Call->getFunction();
        Reach({Caller, Flow(Caller).nodeOf(*Site.Call)}, Length, true);
      }
      continue;
    }
    for (const ControlDependence::Decider &By : Control.find(F)->second->of(N)) {
      Place From{F, By.Branch ? Graph.nodeOf(*By.Branch) : Graph.exit()};
      bool Auxiliary = By.Branch && !By.Branch->isTerminator();
      Reach(From, Auxiliary ? Length : Length + 1, Auxiliary);
    }
  }
}

std::optional<unsigned> Distance::at(Place P) const {
  auto Known = Found.find(P);
  if (Known == Found.end())
    return std::nullopt;
  return Known->second;
}

std::optional<unsigned> Distance::of(const llvm::Instruction &I) const {
  auto Known = Control.find(I.getFunction());
  if (Known == Control.end())
    return std::nullopt;
  return at({I.getFunction(), Known->second->postDominators().flow().nodeOf(I)});
}

std::optional<unsigned> Distance::of(const llvm::BasicBlock &Block) const {
  std::optional<unsigned> Best;
  for (const llvm::Instruction &I : Block)
    if (auto Here = of(I))
      Best = Best ? std::min(*Best, *Here) : Here;
  return Best;
}

std::optional<unsigned> Distance::ofSide(const llvm::Instruction &Branch, unsigned Successor) const {
  const llvm::Function *F = Branch.getFunction();
  auto Known = Control.find(F);
  if (Known == Control.end())
    return std::nullopt;
  std::optional<unsigned> Best;
  const FlowGraph &Graph = Known->second->postDominators().flow();
  for (FlowGraph::Node N = 0; N != Graph.runs().size(); ++N)
    for (const ControlDependence::Decider &By : Known->second->of(N))
      if (By.Branch == &Branch && By.Successor == Successor)
        if (auto Here = at({F, N}))
          Best = Best ? std::min(*Best, *Here + 1) : *Here + 1;
  return Best;
}

} // namespace vernier
