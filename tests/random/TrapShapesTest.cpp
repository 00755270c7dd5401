#include "changes/Validator.h"
#include "random/Campaign.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

GeneratorOptions shapeOptions() {
  GeneratorOptions Options;
  Options.Traps = Options.SlicingShapes = true;
  Options.MaxFunctions = 2; // the shape matters, not what is around it
  Options.Statements = 4;
  return Options;
}

/// Shapes whose versions print the same: what they test is that nobody says otherwise.
bool neverDiffers(const std::string &Shape) {
  return Shape == "10-split-output" || Shape == "15-realloc";
}

class TrapShapes : public testing::TestWithParam<std::string> {};

/// Each shape shows a change, the claim of its map holds, and the difference it was made for is really there.
TEST_P(TrapShapes, ClaimHoldsAndTheDifferenceIsSeen) {
  std::size_t Different = 0;
  for (std::uint64_t Seed = 0; Seed < 6; ++Seed) {
    GeneratorOptions Options = shapeOptions();
    Options.TrapShape = GetParam();
    CompiledPair Pair(generatePair(Seed, Options));
    ChangeMap Map = computeChangeMap(Pair.Old, Pair.New, Pair.Source.Entry);
    for (const Violation &V : validate(Map))
      ADD_FAILURE() << dump(Pair.Source, "the validator objects: " + V.What);
    EXPECT_FALSE(Map.empty()) << dump(Pair.Source, "the map is empty");
    ClaimCheck Check = checkClaim(Pair, Map, sampleInputs(Pair.Source.Parameters, 32, Seed));
    if (Map.obstacles().empty()) {
      EXPECT_FALSE(Check.Broken) << dump(Pair.Source, Check.Why);
    }
    Different += Check.Different;
  }
  if (neverDiffers(GetParam()))
    return; // other edits of the same pair may differ
  EXPECT_GT(Different, 0u) << "no input of six pairs behaves differently";
}

INSTANTIATE_TEST_SUITE_P(All, TrapShapes, testing::ValuesIn(trapShapeNames(shapeOptions())), [](const auto &Info) {
  std::string Name = "shape_" + Info.param;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
});

} // namespace
