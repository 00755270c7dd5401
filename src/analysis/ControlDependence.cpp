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
  // The way from an endless loop to the exit cannot be taken: the join of a branch there is where its real ways meet.
  auto Join = [&](FlowGraph::Node N) {
    const auto &Next = Flow.runs()[N].Successors;
    if (Next.empty() || !llvm::is_contained(After.endless(), N))
      return After.immediate(N);
    FlowGraph::Node Meet = Next[0];
    while (!llvm::all_of(Next, [&](FlowGraph::Node Each) { return After.postDominates(Meet, Each); }))
      Meet = After.immediate(Meet);
    return Meet;
  };
  for (FlowGraph::Node N = 0; N != Flow.runs().size(); ++N) {
    const auto &Next = Flow.runs()[N].Successors;
    for (unsigned I = 0; I != Next.size(); ++I)
      Mark(Next[I], Join(N), {Flow.runs()[N].Last, I});
  }
  // And whatever leads to the loop decides about all that each round passes.
  for (FlowGraph::Node N : After.endless())
    for (FlowGraph::Node M = Join(N); M != Flow.exit() && M != N; M = After.immediate(M))
      for (const Decider &By : OfRun[N])
        if (!llvm::is_contained(OfRun[M], By))
          OfRun[M].push_back(By);
}

} // namespace vernier
