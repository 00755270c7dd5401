#include "analysis/PostDominators.h"

#include <algorithm>

namespace vernier {

namespace {

using Node = FlowGraph::Node;

/// The nodes that reach Start backwards, in post-order of that walk.
void walkBack(const FlowGraph &Flow, Node Start, std::vector<bool> &Seen, std::vector<Node> &PostOrder) {
  std::vector<std::pair<Node, std::size_t>> Stack{{Start, 0}};
  Seen[Start] = true;
  while (!Stack.empty()) {
    auto &[N, Next] = Stack.back();
    const auto &Before = N == Flow.exit() ? Flow.exitPredecessors() : Flow.runs()[N].Predecessors;
    if (Next == Before.size()) {
      PostOrder.push_back(N);
      Stack.pop_back();
      continue;
    }
    Node P = Before[Next++];
    if (!Seen[P]) {
      Seen[P] = true;
      Stack.push_back({P, 0});
    }
  }
}

} // namespace

PostDominators::PostDominators(const FlowGraph &Flow) : Flow(&Flow) {
  connectEndless();
  compute();
}

void PostDominators::connectEndless() {
  std::size_t Count = Flow->runs().size();
  std::vector<bool> Seen(Count + 1, false);
  std::vector<Node> Order;
  walkBack(*Flow, Flow->exit(), Seen, Order);
  // One edge to the exit settles everything that leads to its source; the last run of a forward walk makes few edges
  // enough.
  for (Node Start = 0; Start != Count; ++Start) {
    if (Seen[Start])
      continue;
    std::vector<bool> Visited(Count, false);
    std::vector<Node> Stack{Start};
    Node Furthest = Start;
    while (!Stack.empty()) {
      Node N = Stack.back();
      Stack.pop_back();
      if (Visited[N])
        continue;
      Visited[N] = true;
      Furthest = N;
      for (Node Next : Flow->runs()[N].Successors)
        if (Next != Flow->exit() && !Seen[Next] && !Visited[Next])
          Stack.push_back(Next);
    }
    Endless.push_back(Furthest);
    walkBack(*Flow, Furthest, Seen, Order);
  }
}

void PostDominators::compute() {
  Node Exit = Flow->exit();
  std::vector<std::vector<Node>> Before(Exit + 1); // predecessors with the added edges
  for (Node N = 0; N != Exit; ++N)
    Before[N].assign(Flow->runs()[N].Predecessors.begin(), Flow->runs()[N].Predecessors.end());
  Before[Exit].assign(Flow->exitPredecessors().begin(), Flow->exitPredecessors().end());
  Before[Exit].insert(Before[Exit].end(), Endless.begin(), Endless.end());

  std::vector<unsigned> Number(Exit + 1, 0);
  std::vector<Node> PostOrder;
  std::vector<bool> Seen(Exit + 1, false);
  std::vector<std::pair<Node, std::size_t>> Stack{{Exit, 0}};
  Seen[Exit] = true;
  while (!Stack.empty()) {
    auto &[N, Next] = Stack.back();
    if (Next == Before[N].size()) {
      Number[N] = PostOrder.size();
      PostOrder.push_back(N);
      Stack.pop_back();
      continue;
    }
    Node P = Before[N][Next++];
    if (!Seen[P]) {
      Seen[P] = true;
      Stack.push_back({P, 0});
    }
  }

  // Cooper, Harvey, Kennedy: a simple, fast dominance algorithm, on the reversed graph.
  constexpr Node None = ~0u;
  Immediate.assign(Exit + 1, None);
  Immediate[Exit] = Exit;
  auto Meet = [&](Node A, Node B) {
    while (A != B) {
      while (Number[A] < Number[B])
        A = Immediate[A];
      while (Number[B] < Number[A])
        B = Immediate[B];
    }
    return A;
  };
  std::vector<bool> Ends(Exit + 1, false);
  for (Node N : Endless)
    Ends[N] = true;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto Each = PostOrder.rbegin(); Each != PostOrder.rend(); ++Each) {
      if (*Each == Exit)
        continue;
      Node New = Ends[*Each] ? Exit : None;
      for (Node Next : Flow->runs()[*Each].Successors)
        if (Immediate[Next] != None)
          New = New == None ? Next : Meet(New, Next);
      if (New != Immediate[*Each]) {
        Immediate[*Each] = New;
        Changed = true;
      }
    }
  }
  Depth.assign(Exit + 1, 0);
  for (auto Each = PostOrder.rbegin(); Each != PostOrder.rend(); ++Each)
    if (*Each != Exit)
      Depth[*Each] = Depth[Immediate[*Each]] + 1;
}

bool PostDominators::postDominates(Node Later, Node Earlier) const {
  while (Depth[Earlier] > Depth[Later])
    Earlier = Immediate[Earlier];
  return Earlier == Later;
}

const llvm::Instruction *PostDominators::immediate(const llvm::Instruction &Branch) const {
  Node N = Flow->nodeOf(Branch);
  if (&Branch != Flow->runs()[N].Last)
    return Branch.getNextNode();
  Node Next = Immediate[N];
  return Next == Flow->exit() ? nullptr : Flow->runs()[Next].First;
}

bool PostDominators::postDominates(const llvm::Instruction &Later, const llvm::Instruction &Earlier) const {
  Node A = Flow->nodeOf(Later);
  Node B = Flow->nodeOf(Earlier);
  if (A == B)
    return &Later == &Earlier || Earlier.comesBefore(&Later);
  return postDominates(A, B);
}

} // namespace vernier
