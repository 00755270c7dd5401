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

std::vector<Node> reversePostOrder(const FlowGraph &Flow) {
  std::vector<Node> Result;
  std::vector<bool> Seen(Flow.runs().size() + 1, false);
  std::vector<std::pair<Node, std::size_t>> Stack{{FlowGraph::Entry, 0}};
  Seen[FlowGraph::Entry] = Seen[Flow.exit()] = true;
  while (!Stack.empty()) {
    auto &[N, Next] = Stack.back();
    if (Next == Flow.runs()[N].Successors.size()) {
      Result.push_back(N);
      Stack.pop_back();
      continue;
    }
    Node To = Flow.runs()[N].Successors[Next++];
    if (!Seen[To]) {
      Seen[To] = true;
      Stack.push_back({To, 0});
    }
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

std::vector<bool> reachedFrom(const FlowGraph &Flow, Node Start) {
  std::vector<bool> Seen(Flow.runs().size() + 1, false);
  std::vector<Node> Stack{Start};
  Seen[Start] = true;
  while (!Stack.empty()) {
    Node N = Stack.back();
    Stack.pop_back();
    for (Node To : Flow.runs()[N].Successors)
      if (!Seen[To]) {
        Seen[To] = true;
        Stack.push_back(To);
      }
  }
  return Seen;
}

/// The runs of a loop without a way out that can be reached from Start, which cannot reach the exit.
std::vector<bool> lastLoop(const FlowGraph &Flow, Node Start) {
  for (;;) {
    std::vector<bool> Ahead = reachedFrom(Flow, Start);
    std::vector<bool> Back(Flow.runs().size() + 1, false);
    std::vector<Node> Unused;
    walkBack(Flow, Start, Back, Unused);
    Node Escape = 0;
    while (Escape != Ahead.size() && !(Ahead[Escape] && !Back[Escape]))
      ++Escape;
    if (Escape == Ahead.size())
      return Ahead;
    Start = Escape;
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
  if (std::find(Seen.begin(), Seen.end(), false) == Seen.end())
    return;
  // The edge must start where each round of the loop passes, else what one round decides would seem to be settled: at
  // the run through which the loop is entered, the first one in reverse post-order.
  std::vector<Node> FromEntry = reversePostOrder(*Flow);
  for (Node N = 0; N != Count; ++N) {
    if (Seen[N])
      continue;
    std::vector<bool> Loop = lastLoop(*Flow, N);
    auto First = std::find_if(FromEntry.begin(), FromEntry.end(), [&](Node Each) { return Loop[Each]; });
    Node Header = First == FromEntry.end() ? N : *First; // code that is never reached has no order
    Endless.push_back(Header);
    walkBack(*Flow, Header, Seen, Order);
    if (!Seen[N])
      --N; // before another endless loop
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
