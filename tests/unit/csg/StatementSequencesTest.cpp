#include "csg/StatementSequences.h"

#include "Shapes.h"

#include <gtest/gtest.h>

#include <map>

namespace vernier {
namespace {

using test::edgeNames;
using Names = std::set<std::string>;

/// Statements numbered by their line; a line's label is its number.
struct Lines {
  StatementGraph Graph;
  std::map<unsigned, std::vector<unsigned>> Reach;

  explicit Lines(unsigned Count) {
    Graph.Nodes.resize(Count + 1);
    for (unsigned I = 0; I <= Count; ++I)
      Graph.Nodes[I].Label = std::to_string(I);
  }
  void flow(unsigned From, std::vector<unsigned> To) { Graph.Nodes[From].Successors = std::move(To); }
  void change(std::vector<unsigned> Which) {
    for (unsigned Line : Which)
      Graph.Nodes[Line].Changed = true;
  }
  StatementSequences build(StatementSequenceOptions Options = {}) {
    return statementSequences(
        Graph, [&](unsigned S) { return Reach.count(S) ? Reach[S] : std::vector<unsigned>(); }, Options);
  }
};

/// The running example of Böhme 2014, figures 4.5 and 4.6: 1 `lhs = false`, 2 the loop, 3 a digit? 4 v = ..., 5 `lhs =
/// true`, 6 a dash? 7 `c = lhs`, 8 init = c ? v : 1, 9 the end? 10 assert(init). Changed: 1, 5, 7. The picture is not
/// part of the text; the edges are what algorithm 5 gives for the flow that the text describes.
Lines figure46() {
  Lines Program(11);
  Program.flow(1, {2});
  Program.flow(2, {3, 11});
  Program.flow(3, {4, 6});
  Program.flow(4, {5});
  Program.flow(5, {2});
  Program.flow(6, {7, 9});
  Program.flow(7, {8});
  Program.flow(8, {2});
  Program.flow(9, {10, 2});
  Program.flow(10, {2});
  Program.change({1, 5, 7});
  Program.Graph.Nodes[10].Output = true;
  Program.Reach = {{7, {1, 5}}, {8, {1, 5, 7}}, {10, {1, 5, 7}}};
  return Program;
}

TEST(StatementSequences, BuildsTheGraphOfFigure46) {
  auto Result = figure46().build();
  EXPECT_EQ(edgeNames(Result.Graph),
            (Names{"1-5", "1-7", "1-10", "5-5", "5-7", "5-10", "1-8", "5-8", "7-8", "8-5", "8-7", "8-10"}));
  ASSERT_TRUE(Result.NodeOf[8]);
  EXPECT_EQ(Result.Graph.Nodes[*Result.NodeOf[8]].Kind, SequenceNodeKind::Interaction);
  EXPECT_EQ(Result.Graph.Nodes[*Result.NodeOf[10]].Kind, SequenceNodeKind::Output);
  EXPECT_FALSE(Result.NodeOf[4]);
}

TEST(StatementSequences, ConnectsEntryAndExitOnRequest) {
  auto Program = figure46();
  Program.Graph.Start = 1;
  auto Edges = edgeNames(Program.build().Graph);
  EXPECT_TRUE(Edges.count("entry-1"));
  EXPECT_FALSE(Edges.count("entry-5"));
  EXPECT_TRUE(Edges.count("1-exit") && Edges.count("5-exit") && Edges.count("8-exit") && Edges.count("10-exit"));
  EXPECT_FALSE(Edges.count("7-exit")); // 8 always comes in between
}

TEST(StatementSequences, EndsAtOutputsUnlessAskedToGoOn) {
  Lines Program(3); // change 1, output 2, change 3
  Program.flow(1, {2});
  Program.flow(2, {3});
  Program.change({1, 3});
  Program.Graph.Nodes[2].Output = true;
  EXPECT_EQ(edgeNames(Program.build().Graph), Names{"1-2"});
  EXPECT_EQ(edgeNames(Program.build({.PastOutputs = true}).Graph), (Names{"1-2", "2-3"}));
}

TEST(StatementSequences, ConnectsAnInteractionFromWhatItDependsOnOnly) {
  // 3 is found on the walk from 2, which it does not depend on.
  Lines Program(4);
  Program.flow(0, {1});
  Program.flow(1, {2});
  Program.flow(2, {3});
  Program.flow(3, {4});
  Program.change({0, 1, 2});
  Program.Graph.Nodes[4].Output = true;
  Program.Reach = {{3, {0, 1}}};
  EXPECT_EQ(edgeNames(Program.build().Graph), (Names{"0-1", "1-2", "0-3", "1-3", "3-4"}));
}

TEST(StatementSequences, KeepsTheFirstOfARowOfInteractionsWhenImportantOnly) {
  // 0, 1 change; 2 depends on both; 3 on 2; 4 on 3 and the change 5 as well.
  Lines Program(5);
  Program.flow(0, {1});
  Program.flow(1, {5});
  Program.flow(5, {2});
  Program.flow(2, {3});
  Program.flow(3, {4});
  Program.change({0, 1, 5});
  Program.Reach = {{2, {0, 1}}, {3, {0, 1}}, {4, {0, 1, 5}}};
  Program.Graph.Nodes[2].DependsOn = {0, 1};
  Program.Graph.Nodes[3].DependsOn = {2};
  Program.Graph.Nodes[4].DependsOn = {3, 5};
  auto All = Program.build();
  EXPECT_TRUE(All.NodeOf[2] && All.NodeOf[3] && All.NodeOf[4]);
  auto Important = Program.build({.ImportantOnly = true});
  EXPECT_TRUE(Important.NodeOf[2]);
  EXPECT_FALSE(Important.NodeOf[3]);
  EXPECT_TRUE(Important.NodeOf[4]);
}

TEST(StatementSequences, NeverDropsAWholeCycleOfInteractions) {
  // 2 and 3 depend on each other; only 2 is entered from the changes.
  Lines Program(4);
  Program.flow(0, {1});
  Program.flow(1, {2});
  Program.flow(2, {3});
  Program.flow(3, {2, 4});
  Program.change({0, 1});
  Program.Reach = {{2, {0, 1}}, {3, {0, 1}}};
  Program.Graph.Nodes[2].DependsOn = {0, 1, 3};
  Program.Graph.Nodes[3].DependsOn = {2};
  auto Important = Program.build({.ImportantOnly = true});
  EXPECT_TRUE(Important.NodeOf[2]);
  EXPECT_FALSE(Important.NodeOf[3]);
}

} // namespace
} // namespace vernier
