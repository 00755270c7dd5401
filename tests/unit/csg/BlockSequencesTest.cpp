#include "csg/BlockSequences.h"

#include "Shapes.h"
#include "base/Random.h"

#include <gtest/gtest.h>

#include <tuple>

namespace vernier {
namespace {

using test::edgeNames;
using Names = std::set<std::string>;

FlowBlock block(std::string Label, std::vector<unsigned> Successors, bool Changed = false) {
  FlowBlock Block;
  Block.Label = std::move(Label);
  Block.Successors = std::move(Successors);
  Block.Changed = Changed;
  return Block;
}
FlowBlock changed(std::string Label, std::vector<unsigned> Successors) {
  return block(std::move(Label), std::move(Successors), true);
}
FlowBlock returns(FlowBlock Block) {
  Block.Leave = FlowLeave::Return;
  return Block;
}
FlowBlock calls(FlowBlock Block, std::vector<unsigned> Functions) {
  for (unsigned Function : Functions)
    Block.Calls.push_back({{Function}, false});
  return Block;
}
FlowFunction function(std::string Name, std::vector<FlowBlock> Blocks) {
  FlowFunction Function;
  Function.Name = std::move(Name);
  Function.Blocks = std::move(Blocks);
  Function.AllCallersKnown = true;
  return Function;
}
FlowProgram program(std::vector<FlowFunction> Functions) {
  return {std::move(Functions), 0};
}

// Böhme 2014, figure 5.3 with the fragments of figures 5.1 and 5.2.

TEST(BlockSequences, GivesTheLeftGraphOfFigure53) {
  auto Graph = blockSequences(program({function("f", {block("351", {1}), block("355", {2, 3}), block("357", {3}),
                                                      block("358", {1, 4}), returns(changed("359", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-359", "359-exit"}));
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 1u);
}

TEST(BlockSequences, GivesTheMiddleGraphOfFigure53) {
  auto Graph = blockSequences(program(
      {function("f", {block("before", {1, 6}), changed("447", {2, 6}), changed("448", {3, 4}), changed("449", {6}),
                      changed("451", {5, 6}), changed("452", {6}), returns(block("after", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-447", "447-448", "447-exit", "448-449", "448-451", "449-exit", "451-452",
                                     "451-exit", "452-exit"}));
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 4u);
}

TEST(BlockSequences, GivesTheRightGraphOfFigure53) {
  // A loop whose body may execute 200 without a change in between, and 100 only once before the next 200.
  auto Graph =
      blockSequences(program({function("f", {block("start", {1, 2}), changed("100", {2, 4}), changed("200", {3}),
                                             block("again?", {1, 2, 4}), returns(block("end", {}))})}));
  EXPECT_EQ(edgeNames(Graph),
            (Names{"entry-100", "entry-200", "100-200", "200-100", "200-200", "100-exit", "200-exit"}));
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 5u);
}

TEST(BlockSequences, PassesACalleeThatMayExecuteNoChange) {
  auto Graph =
      blockSequences(program({function("main", {calls(changed("a", {1}), {1}), returns(changed("d", {}))}),
                              function("f", {block("f0", {1, 2}), changed("b", {2}), returns(block("f2", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-b", "a-d", "b-d", "d-exit"}));
}

TEST(BlockSequences, DoesNotPassACalleeThatAlwaysExecutesAChange) {
  auto Graph = blockSequences(program({function("main", {calls(changed("a", {1}), {1}), returns(changed("d", {}))}),
                                       function("f", {returns(changed("b", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-b", "b-d", "d-exit"}));
}

TEST(BlockSequences, KeepsTheOrderOfCallsInOneBlock) {
  auto Graph =
      blockSequences(program({function("main", {returns(calls(block("m", {}), {1, 2}))}),
                              function("f", {returns(changed("b", {}))}), function("g", {returns(changed("c", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-b", "b-c", "c-exit"}));
}

TEST(BlockSequences, WalksThroughUnchangedCalleesToChangedOnes) {
  auto Graph = blockSequences(program({function("main", {returns(calls(changed("a", {}), {1}))}),
                                       function("unchanged", {returns(calls(block("u", {}), {2}))}),
                                       function("deep", {returns(changed("b", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-b", "b-exit"}));
}

TEST(BlockSequences, EndsOnRecursion) {
  // f may call itself before or after its change.
  auto Graph =
      blockSequences(program({function("main", {returns(calls(block("m", {}), {1}))}),
                              function("f", {block("f0", {1, 2}), calls(block("f1", {2}), {1}), changed("b", {3, 4}),
                                             calls(block("f3", {4}), {1}), returns(block("f4", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-b", "b-b", "b-exit"}));
  // Recursion without an end never comes back.
  auto Endless = blockSequences(program({function("main", {calls(block("m", {1}), {1}), returns(changed("a", {}))}),
                                         function("f", {returns(calls(block("f0", {}), {1}))})}));
  EXPECT_EQ(edgeNames(Endless), Names{"a-exit"});
}

TEST(BlockSequences, TakesUnknownCallersAsEntryAndExit) {
  auto Program = program({function("f", {returns(changed("a", {}))}), function("g", {returns(changed("b", {}))})});
  Program.Main.reset();
  EXPECT_EQ(edgeNames(blockSequences(Program)), Names{});
  for (auto &Function : Program.Functions)
    Function.AllCallersKnown = false;
  auto Graph = blockSequences(Program);
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-exit", "entry-b", "b-exit"}));
  EXPECT_EQ(cyclomaticChangeComplexity(Graph), 2u);
}

TEST(BlockSequences, KnowsThatExitDoesNotReturn) {
  auto Die = block("die", {});
  Die.Leave = FlowLeave::Program;
  auto Graph = blockSequences(
      program({function("main", {calls(changed("a", {1}), {1}), returns(changed("b", {}))}), function("fail", {Die})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-exit", "b-exit"}));
}

TEST(BlockSequences, EntersEveryTargetOfAnIndirectCall) {
  auto Main = changed("a", {});
  Main.Calls.push_back({{1, 2}, false});
  auto Graph = blockSequences(program({function("main", {returns(Main)}), function("f", {returns(changed("b", {}))}),
                                       function("g", {returns(changed("c", {}))})}));
  EXPECT_EQ(edgeNames(Graph), (Names{"entry-a", "a-b", "a-c", "b-exit", "c-exit"}));
}

// The definition itself, by running every path of small random programs with an explicit stack of calls.

struct Machine {
  const FlowProgram &Program;
  std::size_t DeepestStack;
  Names Seen;
  std::set<std::pair<unsigned, unsigned>> Executed;

  struct Frame {
    unsigned Function, Block, Call;
    auto operator<=>(const Frame &) const = default;
  };
  struct State {
    std::vector<Frame> Stack;
    std::string Last;
    auto operator<=>(const State &) const = default;
  };
  std::set<State> Known;
  std::vector<State> Work;

  void add(State Next) {
    if (Next.Stack.size() <= DeepestStack && Known.insert(Next).second)
      Work.push_back(std::move(Next));
  }
  void enter(State Next, unsigned Function, unsigned Block) {
    Next.Stack.push_back({Function, Block, 0});
    Executed.insert({Function, Block});
    const FlowBlock &Target = Program.Functions[Function].Blocks[Block];
    if (Target.Changed) {
      Seen.insert(Next.Last + "-" + Target.Label);
      Next.Last = Target.Label;
    }
    add(std::move(Next));
  }
  void step(State At) {
    Frame Top = At.Stack.back();
    const FlowBlock &Block = Program.Functions[Top.Function].Blocks[Top.Block];
    if (Top.Call < Block.Calls.size()) {
      ++At.Stack.back().Call;
      for (unsigned Target : Block.Calls[Top.Call].Targets)
        enter(At, Target, Program.Functions[Target].Entry);
      return;
    }
    At.Stack.pop_back();
    if (Block.Leave == FlowLeave::Return) {
      if (!At.Stack.empty())
        add(At);
      else if (At.Last != "entry")
        Seen.insert(At.Last + "-exit");
    }
    for (unsigned Next : Block.Successors)
      enter(At, Top.Function, Next);
  }
  void run() {
    enter({{}, "entry"}, 0, 0);
    while (!Work.empty()) {
      State Next = std::move(Work.back());
      Work.pop_back();
      step(std::move(Next));
    }
  }
};

FlowProgram randomProgram(Random &Dice, bool Recursive) {
  FlowProgram Program;
  Program.Main = 0;
  unsigned Functions = 2 + Dice.below(3);
  for (unsigned F = 0; F != Functions; ++F) {
    unsigned Blocks = 1 + Dice.below(4);
    std::vector<FlowBlock> List;
    for (unsigned B = 0; B != Blocks; ++B) {
      std::vector<unsigned> Successors;
      for (unsigned I = Dice.below(3); I != 0; --I)
        Successors.push_back(Dice.below(Blocks));
      auto Block = block(std::string(1, 'a' + F) + std::to_string(B), Successors, Dice.chance(30));
      if (Successors.empty() || Dice.chance(10))
        Block.Leave = FlowLeave::Return;
      if (Dice.chance(40) && (Recursive || F + 1 != Functions))
        Block = calls(Block, {Recursive ? static_cast<unsigned>(Dice.below(Functions))
                                        : F + 1 + static_cast<unsigned>(Dice.below(Functions - F - 1))});
      List.push_back(Block);
    }
    Program.Functions.push_back(function("f" + std::to_string(F), List));
  }
  return Program;
}

TEST(BlockSequences, HasTheEdgesOfEveryPathOfRandomPrograms) {
  Random Dice(1);
  unsigned Exact = 0;
  for (unsigned Round = 0; Round != 20000; ++Round) {
    FlowProgram Program = randomProgram(Dice, false);
    Names Edges = edgeNames(blockSequences(Program));
    Machine Runs{Program, 8, {}, {}, {}, {}};
    Runs.run();
    for (auto &Edge : Runs.Seen)
      ASSERT_TRUE(Edges.count(Edge)) << Edge << " in round " << Round;
    // Where all code is reached, there is no edge too many either.
    std::size_t Blocks = 0;
    for (auto &Function : Program.Functions)
      Blocks += Function.Blocks.size();
    if (Runs.Executed.size() == Blocks) {
      ASSERT_EQ(Edges, Runs.Seen) << "round " << Round;
      ++Exact;
    }
  }
  EXPECT_GT(Exact, 100u);
}

TEST(BlockSequences, HasTheEdgesOfEveryShallowPathOfRandomRecursivePrograms) {
  Random Dice(2);
  for (unsigned Round = 0; Round != 5000; ++Round) {
    FlowProgram Program = randomProgram(Dice, true);
    Names Edges = edgeNames(blockSequences(Program));
    Machine Runs{Program, 4, {}, {}, {}, {}};
    Runs.run();
    for (auto &Edge : Runs.Seen)
      ASSERT_TRUE(Edges.count(Edge)) << Edge << " in round " << Round;
  }
}

} // namespace
} // namespace vernier
