#include "csg/BlockSequences.h"

#include <algorithm>

namespace vernier {

namespace {

constexpr unsigned NoNode = ~0u;

/// A place in a function: in Block, before its call number Call (behind all of them when Call is their number).
struct Point {
  unsigned Function;
  unsigned Block;
  unsigned Call;
};

/// What a function does to a walk that enters it, as far as no change is executed.
struct Summary {
  bool PassesUnchanged = false;  ///< it can return without executing a change
  bool EndsUnchanged = false;    ///< the program can end inside without executing a change
  std::vector<unsigned> First;   ///< own nodes that can be executed first
  std::vector<unsigned> Entered; ///< functions that are called before any change
};

class Builder {
public:
  explicit Builder(const FlowProgram &TheProgram) : Program(TheProgram) { number(); }

  SequenceGraph build() {
    findPassing();
    close();
    findCallers();
    for (unsigned F = 0; F != Program.Functions.size(); ++F) {
      if (calledFromOutside(F))
        connectFirst(SequenceGraph::Entry, F);
      for (unsigned B = 0; B != Program.Functions[F].Blocks.size(); ++B)
        if (NodeOf[F][B] != NoNode)
          walk(NodeOf[F][B], {F, B, 0});
    }
    Graph.finish();
    return std::move(Graph);
  }

private:
  const FlowProgram &Program;
  SequenceGraph Graph;
  std::vector<std::vector<unsigned>> NodeOf;     ///< by function and block
  std::vector<std::vector<unsigned>> FirstPoint; ///< number of the first point of each block, for Visited
  std::vector<unsigned> Visited;                 ///< stamp of the last walk that was at a point
  std::vector<unsigned> Returned;                ///< stamp of the last walk that returned from a function
  unsigned Stamp = 0;
  std::vector<Summary> Summaries;
  std::vector<std::vector<unsigned>> FirstOf; ///< nodes that can be first when a function is entered, callees included
  std::vector<bool> EndsIn;                   ///< the program can end in a function or its callees, without a change
  std::vector<std::vector<Point>> ReturnPoints; ///< behind the calls of each function

  bool calledFromOutside(unsigned F) const { return Program.Main == F || !Program.Functions[F].AllCallersKnown; }

  void number() {
    unsigned Points = 0;
    for (auto &Function : Program.Functions) {
      auto &Nodes = NodeOf.emplace_back();
      auto &Firsts = FirstPoint.emplace_back();
      for (auto &Block : Function.Blocks) {
        Nodes.push_back(Block.Changed ? Graph.add({Block.Kind, Block.Where, Block.Label}) : NoNode);
        Firsts.push_back(Points);
        Points += static_cast<unsigned>(Block.Calls.size()) + 1;
      }
    }
    Visited.assign(Points, 0);
    Returned.assign(Program.Functions.size(), 0);
  }

  bool visit(const Point &At) {
    unsigned &Seen = Visited[FirstPoint[At.Function][At.Block] + At.Call];
    return std::exchange(Seen, Stamp) != Stamp;
  }

  bool passes(const FlowCall &Call) const {
    return Call.MayCallOther || Call.Targets.empty() ||
           std::any_of(Call.Targets.begin(), Call.Targets.end(),
                       [&](unsigned Target) { return Summaries[Target].PassesUnchanged; });
  }

  /// Walks from Start inside one function, as far as no change is executed. OnNode, OnCall and OnLeave see what is met.
  template <class NodeFn, class CallFn, class LeaveFn>
  void walkInside(Point Start, NodeFn OnNode, CallFn OnCall, LeaveFn OnLeave) {
    std::vector<Point> Stack{Start};
    while (!Stack.empty()) {
      Point At = Stack.back();
      Stack.pop_back();
      if (!visit(At))
        continue;
      const FlowBlock &Block = Program.Functions[At.Function].Blocks[At.Block];
      if (At.Call < Block.Calls.size()) {
        const FlowCall &Call = Block.Calls[At.Call];
        for (unsigned Target : Call.Targets)
          OnCall(Target);
        if (passes(Call))
          Stack.push_back({At.Function, At.Block, At.Call + 1});
        continue;
      }
      if (Block.Leave != FlowLeave::None)
        OnLeave(Block.Leave);
      for (unsigned Next : Block.Successors)
        if (unsigned Node = NodeOf[At.Function][Next]; Node != NoNode)
          OnNode(Node);
        else
          Stack.push_back({At.Function, Next, 0});
    }
  }

  Summary summarise(unsigned F) {
    Summary Result;
    const FlowFunction &Function = Program.Functions[F];
    if (Function.Blocks.empty()) {
      Result.PassesUnchanged = true;
      return Result;
    }
    if (unsigned Node = NodeOf[F][Function.Entry]; Node != NoNode) {
      Result.First.push_back(Node);
      return Result;
    }
    ++Stamp;
    walkInside(
        {F, Function.Entry, 0}, [&](unsigned Node) { Result.First.push_back(Node); },
        [&](unsigned Target) { Result.Entered.push_back(Target); },
        [&](FlowLeave Leave) {
          Result.PassesUnchanged |= Leave == FlowLeave::Return;
          Result.EndsUnchanged |= Leave == FlowLeave::Program;
        });
    return Result;
  }

  /// Least fixpoint: recursion that never returns without a change does not pass.
  void findPassing() {
    Summaries.assign(Program.Functions.size(), {});
    for (bool Grew = true; Grew;) {
      Grew = false;
      for (unsigned F = 0; F != Program.Functions.size(); ++F) {
        if (Summaries[F].PassesUnchanged)
          continue;
        Summaries[F] = summarise(F);
        Grew |= Summaries[F].PassesUnchanged;
      }
    }
    // Callees may have become passable after their callers were summarised.
    for (unsigned F = 0; F != Program.Functions.size(); ++F)
      Summaries[F] = summarise(F);
  }

  /// Adds what the functions that are entered before any change contribute.
  void close() {
    FirstOf.resize(Program.Functions.size());
    EndsIn.assign(Program.Functions.size(), false);
    for (unsigned F = 0; F != Program.Functions.size(); ++F) {
      std::vector<bool> Seen(Program.Functions.size(), false);
      std::vector<unsigned> Stack{F};
      Seen[F] = true;
      while (!Stack.empty()) {
        const Summary &Part = Summaries[Stack.back()];
        Stack.pop_back();
        FirstOf[F].insert(FirstOf[F].end(), Part.First.begin(), Part.First.end());
        if (Part.EndsUnchanged)
          EndsIn[F] = true;
        for (unsigned Next : Part.Entered)
          if (!Seen[Next]) {
            Seen[Next] = true;
            Stack.push_back(Next);
          }
      }
      std::sort(FirstOf[F].begin(), FirstOf[F].end());
      FirstOf[F].erase(std::unique(FirstOf[F].begin(), FirstOf[F].end()), FirstOf[F].end());
    }
  }

  void findCallers() {
    ReturnPoints.resize(Program.Functions.size());
    for (unsigned F = 0; F != Program.Functions.size(); ++F)
      for (unsigned B = 0; B != Program.Functions[F].Blocks.size(); ++B) {
        auto &Calls = Program.Functions[F].Blocks[B].Calls;
        for (unsigned C = 0; C != Calls.size(); ++C)
          for (unsigned Target : Calls[C].Targets)
            ReturnPoints[Target].push_back({F, B, C + 1});
      }
  }

  void connectFirst(unsigned From, unsigned Function) {
    for (unsigned Node : FirstOf[Function])
      Graph.connect(From, Node);
  }

  /// All edges from the changed block at Start.
  void walk(unsigned From, Point Start) {
    ++Stamp;
    std::vector<Point> Stack{Start};
    while (!Stack.empty()) {
      Point At = Stack.back();
      Stack.pop_back();
      walkInside(
          At, [&](unsigned Node) { Graph.connect(From, Node); },
          [&](unsigned Target) {
            connectFirst(From, Target);
            if (EndsIn[Target])
              Graph.connect(From, SequenceGraph::Exit);
          },
          [&](FlowLeave Leave) {
            if (Leave == FlowLeave::Program)
              Graph.connect(From, SequenceGraph::Exit);
            else
              leaveFunction(From, At.Function, Stack);
          });
    }
  }

  void leaveFunction(unsigned From, unsigned Function, std::vector<Point> &Stack) {
    if (std::exchange(Returned[Function], Stamp) == Stamp)
      return;
    if (calledFromOutside(Function))
      Graph.connect(From, SequenceGraph::Exit);
    Stack.insert(Stack.end(), ReturnPoints[Function].begin(), ReturnPoints[Function].end());
  }
};

} // namespace

SequenceGraph blockSequences(const FlowProgram &Program) {
  return Builder(Program).build();
}

} // namespace vernier
