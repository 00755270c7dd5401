#include "csg/StatementSequences.h"

#include "Shapes.h"
#include "base/Random.h"
#include "csg/RepeatingInteractions.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// What repeatingInteractions says, by its definition: from every pair of statements.
std::vector<bool> repeatingByPairs(const StatementGraph &Graph, const std::vector<unsigned> &SetOf) {
  std::size_t Count = Graph.Nodes.size();
  std::vector<std::vector<bool>> Direct(Count, std::vector<bool>(Count)), Leads = Direct;
  for (std::size_t S = 0; S != Count; ++S) {
    std::set<unsigned> Relays(Graph.Nodes[S].Through.begin(), Graph.Nodes[S].Through.end());
    for (std::size_t Round = 0; Round != Graph.Relays.size(); ++Round)
      for (unsigned Relay : std::set<unsigned>(Relays))
        Relays.insert(Graph.Relays[Relay].Relays.begin(), Graph.Relays[Relay].Relays.end());
    for (unsigned D : Graph.Nodes[S].DependsOn)
      Direct[S][D] = true;
    for (unsigned Relay : Relays)
      for (unsigned D : Graph.Relays[Relay].Statements)
        Direct[S][D] = true;
    for (std::size_t D = 0; D != Count; ++D)
      Leads[S][D] = D == S || (Direct[S][D] && SetOf[S] != NoSet && SetOf[S] == SetOf[D]);
  }
  for (std::size_t K = 0; K != Count; ++K)
    for (std::size_t S = 0; S != Count; ++S)
      for (std::size_t D = 0; D != Count; ++D)
        Leads[S][D] = Leads[S][D] || (Leads[S][K] && Leads[K][D]);
  auto Together = [&](std::size_t A, std::size_t B) { return Leads[A][B] && Leads[B][A]; };
  std::vector<bool> Door(Count), Fed(Count), Result(Count);
  for (std::size_t S = 0; S != Count; ++S)
    for (std::size_t D = 0; D != Count; ++D)
      if (Direct[S][D] && SetOf[S] != NoSet && !Together(S, D)) {
        Door[S] = true;
        Fed[S] = Fed[S] || SetOf[S] == SetOf[D];
      }
  for (std::size_t S = 0; S != Count; ++S)
    for (std::size_t D = 0; D != Count; ++D)
      if (SetOf[S] != NoSet && Together(S, D) && (Fed[D] || (Door[D] && !Door[S])))
        Result[S] = true;
  return Result;
}

TEST(RepeatingInteractions, RelaysStandForThePairsThatTheyConnect) {
  Random Choose(7);
  unsigned Repeating = 0;
  for (int Round = 0; Round != 300; ++Round) {
    StatementGraph Graph;
    Graph.Nodes.resize(9);
    Graph.Relays.resize(4);
    std::vector<unsigned> SetOf;
    auto Some = [&](std::size_t Below, unsigned Percent) {
      std::vector<unsigned> Result;
      for (unsigned I = 0; I != Below; ++I)
        if (Choose.chance(Percent))
          Result.push_back(I);
      return Result;
    };
    for (StatementNode &Node : Graph.Nodes) {
      SetOf.push_back(Choose.chance(20) ? NoSet : static_cast<unsigned>(Choose.below(2)));
      Node.DependsOn = Some(Graph.Nodes.size(), 5);
      Node.Through = Some(Graph.Relays.size(), 20);
    }
    for (StatementGraph::Relay &Relay : Graph.Relays)
      Relay = {Some(Graph.Nodes.size(), 15), Some(Graph.Relays.size(), 20)};
    std::vector<bool> Result = repeatingInteractions(Graph, SetOf);
    EXPECT_EQ(Result, repeatingByPairs(Graph, SetOf)) << "round " << Round;
    Repeating += static_cast<unsigned>(std::count(Result.begin(), Result.end(), true));
  }
  EXPECT_GT(Repeating, 300u);
}

} // namespace
} // namespace vernier
