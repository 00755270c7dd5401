// What the change files of examples/avoidance claim, tried on the compiled programs: witnesses and their outcomes, and
// random readings around the thresholds for those that are expected to be equal.

#include "SeededChanges.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

const SeededExample Avoidance{VERNIER_SOURCE_DIR "/examples/avoidance", "avoidance.c"};
const std::array<std::string, 4> Advisories = {"none", "up", "down", "hold"};

using Readings = std::array<int, 12>;
using Advise = int(int, int, int, int, int, int, int, int, int, int, int, int);

/// One version of the program.
class Adviser {
public:
  explicit Adviser(const std::string &Text) : Code(Text), Entry(Code.find<Advise>("advise")) {}
  std::string operator()(const Readings &In) const {
    int Advisory = std::apply(Entry, In);
    return Advisory >= 0 && Advisory < 4 ? Advisories[static_cast<std::size_t>(Advisory)] : std::to_string(Advisory);
  }

private:
  Machine Code;
  Advise *Entry;
};

Readings witness(const SeededChange &Change) {
  std::istringstream Words(Change.Fields.at("witness"));
  Readings In{};
  for (int &Value : In)
    EXPECT_TRUE(Words >> Value) << Change.Name;
  return In;
}

/// Near each other and near the thresholds, where a wrong operator shows; sometimes anywhere.
Readings nearThresholds(Random &Numbers) {
  auto Between = [&](int Low, int High) { return static_cast<int>(Numbers.between(Low, High)); };
  auto OneOf = [&](std::initializer_list<int> Values) { return Values.begin()[Numbers.below(Values.size())]; };
  auto Mostly = [&](int Usual) { return Numbers.chance(2) ? static_cast<int>(Numbers.next()) : Usual; };
  int Own = Between(0, 6000), Rate = Between(-80, 80), OtherRate = Numbers.chance(30) ? Rate : Between(-80, 80);
  int Gap = OneOf({0, 1, 50, 60, 85, 90, 115, 140, 165, 220, 245}) * OneOf({1, -1}) + Between(-1, 1);
  int Other = Own - Gap + (Numbers.chance(40) ? 8 * (Rate - OtherRate) : 0), Ahead = Own + 8 * Rate;
  int Ceiling = Numbers.chance(50) ? Between(0, 6000) : std::max(Own, Ahead) + 50 + Between(-2, 2);
  int Ground = Numbers.chance(50) ? Between(0, 6000) : std::min(Own, Ahead) - 50 + Between(-2, 2);
  int Distance = Numbers.chance(50) ? Between(0, 20000) : OneOf({100, 800, 1200, 2000, 3500, 4321}) + Between(-1, 1);
  return {Mostly(Own),           Mostly(Other),           Mostly(Rate),
          Mostly(OtherRate),     Mostly(Distance),        Mostly(Between(-2, 2) * Between(0, 200)),
          Mostly(Between(0, 4)), Mostly(Between(15, 40)), Mostly(Between(25, 35)),
          Mostly(Ceiling),       Mostly(Ground),          Mostly(Between(-1, 3))};
}

} // namespace

TEST(AvoidanceExample, FortyChangesOfBothKinds) {
  auto All = seededChanges(Avoidance);
  EXPECT_EQ(All.size(), 40u);
  EXPECT_GE(llvm::count_if(All, [](const SeededChange &C) { return C.isEqual(); }), 8);
}

TEST(AvoidanceExample, WitnessesShowTheirDifferences) {
  Adviser Old(Avoidance.text());
  for (const SeededChange &C : seededChanges(Avoidance)) {
    if (C.isEqual())
      continue;
    Adviser New(applied(Avoidance, C));
    EXPECT_EQ(Old(witness(C)) + " " + New(witness(C)), C.Fields.at("outcomes")) << C.Name;
    EXPECT_NE(Old(witness(C)), New(witness(C))) << C.Name;
  }
}

TEST(AvoidanceExample, RandomReadingsDoNotTellEqualOnesApart) {
  Adviser Old(Avoidance.text());
  for (const SeededChange &C : seededChanges(Avoidance)) {
    Adviser New(applied(Avoidance, C));
    Random Numbers(11);
    unsigned Differences = 0;
    for (int Round = 0; Round < 50000; ++Round) {
      Readings In = nearThresholds(Numbers);
      Differences += Old(In) != New(In);
    }
    // The readings are good enough to find each difference, so that they say something about the others.
    EXPECT_EQ(Differences == 0, C.isEqual()) << C.Name << ": " << Differences;
  }
}

TEST(AvoidanceExample, TheScriptMakesTheSameChange) {
  for (const SeededChange &C : seededChanges(Avoidance))
    expectThatTheScriptAgrees(Avoidance, C);
}
