#include "analysis/ControlDependence.h"

namespace vernier {

ControlDependence::ControlDependence(const PostDominators &After) : After(&After) {
  const FlowGraph &Flow = After.flow();
  OfRun.resize(Flow.runs().size());
  auto Mark = [&](FlowGraph::Node From, FlowGraph::Node Until, const Decider &By) {
    for (FlowGraph::Node N = From; N != Until && N != Flow.exit(); N = After.immediate(N))
      OfRun[N].push_back(By);
  };
  // The entry decides as if the function might not be entered.
  Mark(FlowGraph::Entry, Flow.exit(), {nullptr, 0});
  for (FlowGraph::Node N = 0; N != Flow.runs().size(); ++N) {
    const auto &Next = Flow.runs()[N].Successors;
    // The way from an endless loop to the exit is not a way that can be taken.
    if (Next.size() == 1 && llvm::is_contained(After.endless(), N))
      continue;
    for (unsigned I = 0; I != Next.size(); ++I)
      Mark(Next[I], After.immediate(N), {Flow.runs()[N].Last, I});
  }
}

} // namespace vernier
