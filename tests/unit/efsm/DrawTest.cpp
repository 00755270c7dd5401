#include "efsm/drawing/Draw.h"

#include "Read.h"
#include "efsm/drawing/Layout.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

Drawing bankChange() {
  static const Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  return drawingOf(Old, New, diff(Old, New));
}

TEST(Draw, ChangedTransitionsAreMarked) {
  Drawing Picture = bankChange();
  std::string Marked;
  for (const DrawnTransition &Each : Picture.Transitions)
    if (Each.Change != Mark::Same)
      Marked += (Each.Change == Mark::Added ? "+" : "-") + Each.Label + " ";
  EXPECT_EQ(Marked, "-t12 wdraw(i, v) +t12' wdraw(i, v) ");
  EXPECT_EQ(Picture.Transitions.size(), 13u);
  EXPECT_NE(toDot(Picture).find("\"s2\" -> \"s2\" [label=\"- t12 wdraw(i, v)\""), std::string::npos);
  EXPECT_NE(toDot(Picture).find("\"s1\" -> \"s3\" [label=\"t9\""), std::string::npos);
}

TEST(Draw, StatesOfEitherMachineAreThere) {
  Machine Old = machine("machine m\nstate a, b\ninitial a\nt: a -> b\n");
  Machine New = machine("machine m\nstate a, c\ninitial a\nt: a -> c\n");
  Drawing Picture = drawingOf(Old, New, diff(Old, New));
  ASSERT_EQ(Picture.States.size(), 3u);
  EXPECT_EQ(Picture.States[1].Name, "c");
  EXPECT_EQ(Picture.States[1].Change, Mark::Added);
  EXPECT_EQ(Picture.States[2].Name, "b");
  EXPECT_EQ(Picture.States[2].Change, Mark::Deleted);
}

void expectNothingCovered(const Drawing &Picture) {
  Layout Places = layoutOf(Picture);
  std::vector<Box> Boxes;
  for (const PlacedState &Each : Places.States)
    Boxes.push_back({Each.Center.X - Each.HalfWidth, Each.Center.Y - Each.HalfHeight, Each.Center.X + Each.HalfWidth,
                     Each.Center.Y + Each.HalfHeight});
  for (const PlacedArrow &Each : Places.Arrows)
    Boxes.push_back(Each.Label);
  for (std::size_t I = 0; I < Boxes.size(); ++I) {
    EXPECT_GE(Boxes[I].Left, Places.Bounds.Left);
    EXPECT_LE(Boxes[I].Bottom, Places.Bounds.Bottom);
    for (std::size_t J = I + 1; J < Boxes.size(); ++J)
      EXPECT_FALSE(Boxes[I].overlaps(Boxes[J])) << I << " and " << J;
  }
}

TEST(Draw, NeitherStatesNorLabelsCoverEachOther) {
  expectNothingCovered(bankChange());
  // Every state with every other: more than any picture can show well, but still nothing is covered.
  std::string Text = "machine m\nstate s0, s1, s2, s3, s4, s5, s6\ninitial s0\n";
  for (int A = 0; A < 7; ++A)
    for (int B = 0; B < 7; ++B)
      Text +=
          "t" + std::to_string(A) + std::to_string(B) + ": s" + std::to_string(A) + " -> s" + std::to_string(B) + "\n";
  expectNothingCovered(drawingOf(machine(Text)));
}

TEST(Draw, AStateThatNothingReachesIsStillDrawn) {
  Drawing Picture = drawingOf(machine("machine m\nstate a, b\ninitial a\n"));
  EXPECT_EQ(layoutOf(Picture).States.size(), 2u);
  EXPECT_NE(toSvg(Picture).find(">b</text>"), std::string::npos);
}

TEST(Draw, TextIsEscaped) {
  std::string Svg = toSvg(drawingOf(machine("machine m\nvar a: int\nstate s\ninitial s\nt: [a < 1] s -> s\n")));
  EXPECT_NE(Svg.find("t: [a &lt; 1] s -&gt; s"), std::string::npos);
  EXPECT_EQ(Svg.find("[a < 1]"), std::string::npos);
}

} // namespace

} // namespace vernier::efsm::test
