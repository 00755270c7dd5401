// What the strategies prefer.

#include "search/Strategy.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace vernier;

namespace {

Candidate at(NodeId Node, unsigned Depth, std::uint32_t Site, DecisionKind What = DecisionKind::Branch) {
  return {Node, Depth, What, Site, 1, 0, 0};
}

std::vector<NodeId> order(Strategy &Choose) {
  std::vector<NodeId> Result;
  while (auto Next = Choose.take())
    Result.push_back(Next->Node);
  return Result;
}

using Ids = std::vector<NodeId>;

} // namespace

TEST(Strategies, BreadthAndDepth) {
  auto Breadth = breadthFirst(), Depth = depthFirst();
  for (Strategy *Each : {Breadth.get(), Depth.get()})
    for (const Candidate &What : {at(1, 0, 1), at(2, 1, 2), at(3, 2, 3), at(4, 1, 4)})
      Each->add(What);
  EXPECT_EQ(order(*Breadth), (Ids{1, 2, 4, 3}));
  EXPECT_EQ(order(*Depth), (Ids{4, 3, 2, 1}));
}

TEST(Strategies, CoveragePrefersSidesThatNoRunTook) {
  auto Choose = coverageNewFirst();
  Choose->passed(
      {{DecisionKind::Branch, 1, 0, {}, 0}, {DecisionKind::Branch, 1, 1, {}, 0}, {DecisionKind::Branch, 2, 0, {}, 0}});
  Choose->add(at(1, 0, 1));
  Choose->add(at(2, 5, 2));
  Choose->add(at(3, 1, 9, DecisionKind::Pin));
  Choose->add(at(4, 6, 2));
  EXPECT_EQ(Choose->take()->Node, 2u);
  // Now the other side of site 2 is known: what waits for it is not preferred any more, and was tried before.
  Choose->passed({{DecisionKind::Branch, 2, 1, {}, 0}});
  EXPECT_EQ(order(*Choose), (Ids{1, 4, 3}));
}

TEST(Strategies, ASwitchThatIsMetAgainAndAgainDoesNotStarveTheOthers) {
  auto Choose = coverageNewFirst();
  Choose->passed({{DecisionKind::Branch, 1, 0, {}, 0}, {DecisionKind::Branch, 1, 1, {}, 0}});
  Choose->passed({{DecisionKind::Switch, 2, 0, {}, 0}, {DecisionKind::Switch, 2, 1, {}, 0}});
  Choose->add(at(1, 0, 1));
  bool Chosen = false;
  for (unsigned I = 0; I != 100 && !Chosen; ++I) {
    Choose->add(at(2 + I, I, 2, DecisionKind::Switch)); // every run comes by once more
    Chosen = Choose->take()->Node == 1;
    EXPECT_TRUE(!Chosen || I > 4) << "it may have further sides";
  }
  EXPECT_TRUE(Chosen);
}

TEST(Strategies, DistanceComesFirstAndUnreachableLast) {
  std::map<std::uint32_t, unsigned> Steps = {{1, 3}, {2, 1}, {4, 0}};
  auto Choose = nearestFirst([&](const Candidate &What) -> std::optional<unsigned> {
    auto Found = Steps.find(What.Site);
    return Found == Steps.end() ? std::nullopt : std::optional(Found->second);
  });
  for (std::uint32_t Site : {1, 2, 3, 4})
    Choose->add(at(Site, Site, Site));
  EXPECT_EQ(order(*Choose), (Ids{4, 2, 1, 3}));
}

TEST(Strategies, GoalsThatWereTriedLeastComeFirst) {
  std::set<std::uint32_t> Open = {10, 20, 30};
  auto Choose = goalsFirst({[&](std::uint32_t Site) { return Open.contains(Site); }, [](std::uint32_t) { return 1u; }});
  Choose->add(at(9, 0, 9)); // leads nowhere
  for (NodeId I = 1; I <= 4; ++I)
    Choose->leads(at(I, I, 1), {10});
  Choose->leads(at(5, 1, 2), {20});
  Choose->leads(at(6, 1, 3), {30});
  Open.erase(30); // somebody got there
  EXPECT_EQ(Choose->take()->Node, 1u);
  EXPECT_EQ(Choose->take()->Node, 5u);
  Ids Rest = order(*Choose);
  std::sort(Rest.begin(), Rest.end());
  EXPECT_EQ(Rest, (Ids{2, 3, 4}));
}

TEST(Strategies, OfAGoalTheSiteThatDisappointedLeastComesFirst) {
  auto Choose = goalsFirst({[](std::uint32_t) { return true; }, [](std::uint32_t) { return 1u; }});
  for (NodeId I = 1; I <= 3; ++I) {
    Candidate Loop = at(I, I, 1);
    Loop.Before = I - 1;
    Choose->leads(Loop, {10});
    Choose->leads(Loop, {10}); // another run came by: it is still one candidate
  }
  Choose->leads(at(4, 9, 2), {10});
  EXPECT_EQ(Choose->take()->Node, 1u);
  EXPECT_EQ(Choose->take()->Node, 4u);
  EXPECT_EQ(order(*Choose).size(), 2u);
}

TEST(Strategies, ALoopHasNoMoreTurnsThanOtherSites) {
  auto Choose = anySite(3);
  for (NodeId I = 0; I != 200; ++I)
    Choose->add(at(I, I, 1));
  for (NodeId I = 200; I != 210; ++I)
    Choose->add(at(I, I, 2));
  std::size_t OfLoop = 0;
  for (unsigned I = 0; I != 20; ++I)
    OfLoop += Choose->take()->Site == 1;
  EXPECT_LT(OfLoop, 16u);
  EXPECT_EQ(order(*Choose).size(), 190u);
}

TEST(Strategies, RandomIsSeededAndLosesNothing) {
  auto Take = [](std::uint64_t Seed) {
    auto Choose = randomRestart(Seed, 2);
    for (NodeId I = 0; I < 50; ++I)
      Choose->add(at(I, I, I));
    return order(*Choose);
  };
  EXPECT_EQ(Take(1), Take(1));
  EXPECT_NE(Take(1), Take(2));
  Ids All = Take(3);
  std::sort(All.begin(), All.end());
  for (NodeId I = 0; I < 50; ++I)
    EXPECT_EQ(All[I], I);
}

TEST(Strategies, InterleavingAsksEachInTurn) {
  std::vector<std::unique_ptr<Strategy>> Members;
  Members.push_back(breadthFirst());
  Members.push_back(depthFirst());
  auto Choose = interleave(std::move(Members));
  for (NodeId I = 1; I <= 4; ++I)
    Choose->add(at(I, I, I));
  Ids First;
  for (int I = 0; I < 4; ++I)
    First.push_back(Choose->take()->Node);
  EXPECT_EQ(First, (Ids{1, 4, 2, 3}));
}

TEST(Strategies, HaveNames) {
  for (const char *Name : {"breadth", "depth", "coverage", "random", "coverage, random"})
    EXPECT_TRUE(strategyNamed(Name, 1)) << Name;
  auto Wrong = strategyNamed("coverage,best", 1);
  ASSERT_FALSE(Wrong);
  EXPECT_NE(Wrong.error().Message.find("'best'"), std::string::npos);
  EXPECT_FALSE(strategyNamed("distance", 1));
  EXPECT_TRUE(strategyNamed("distance", 1, [](const Candidate &) { return std::optional(1u); }));
}
