#include "efsm/drawing/Draw.h"

#include "Read.h"

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
  std::string Dot = toDot(Picture);
  EXPECT_NE(Dot.find("<font color=\"#cf222e\">- t12 wdraw(i, v)</font>"), std::string::npos);
  EXPECT_NE(Dot.find("<font color=\"#1a7f37\">+ t12&apos; wdraw(i, v)</font>"), std::string::npos) << Dot;
  EXPECT_NE(Dot.find("\"s1\" -> \"s3\" [label=<<font color=\"black\">t9</font>>"), std::string::npos);
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

TEST(Draw, TransitionsBetweenTwoStatesShareAnArrow) {
  std::string Dot = toDot(drawingOf(
      machine("machine m\nvar a: int\nstate s, t\ninitial s\nu: [a == 1] s -> t\nv: [a == 2] s -> t\nw: t -> s\n")));
  auto First = Dot.find("\"s\" -> \"t\"");
  ASSERT_NE(First, std::string::npos);
  EXPECT_EQ(Dot.find("\"s\" -> \"t\"", First + 1), std::string::npos);
  EXPECT_NE(Dot.find(">u</font><br/><font", First), std::string::npos);
}

TEST(Draw, AStateThatNothingReachesIsStillDrawn) {
  EXPECT_NE(toDot(drawingOf(machine("machine m\nstate a, b\ninitial a\n"))).find("\"b\" [label=\"b\"]"),
            std::string::npos);
}

TEST(Draw, TextIsEscaped) {
  std::string Dot = toDot(drawingOf(machine("machine m\nvar a: int\nstate s\ninitial s\nt: [a < 1] s -> s\n")));
  EXPECT_NE(Dot.find("t: [a &lt; 1] s -&gt; s"), std::string::npos);
  EXPECT_EQ(Dot.find(">t: [a < 1]"), std::string::npos);
}

} // namespace

} // namespace vernier::efsm::test
