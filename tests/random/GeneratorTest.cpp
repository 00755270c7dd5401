#include "random/RandomPair.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier::test;

namespace {

/// compileText aborts with the compiler's message when a text does not compile.
void compileRange(std::uint64_t From, std::uint64_t To, const GeneratorOptions &Options) {
  for (std::uint64_t Seed = From; Seed < To; ++Seed) {
    RandomPair Pair = generatePair(Seed, Options);
    SCOPED_TRACE("seed " + std::to_string(Seed));
    for (const std::string *Text : {&Pair.OldText, &Pair.NewText}) {
      auto Program = compileText(*Text);
      EXPECT_NE(Program.module().getFunction(Pair.Entry), nullptr);
    }
  }
}

TEST(RandomPair, SameSeedGivesTheSamePair) {
  for (std::uint64_t Seed = 0; Seed < 50; ++Seed) {
    RandomPair A = generatePair(Seed), B = generatePair(Seed);
    EXPECT_EQ(A.OldText, B.OldText);
    EXPECT_EQ(A.NewText, B.NewText);
    EXPECT_EQ(A.Edits, B.Edits);
  }
}

TEST(RandomPair, VersionsDiffer) {
  unsigned Identity = 0, Shaped = 0;
  for (std::uint64_t Seed = 0; Seed < 300; ++Seed) {
    RandomPair Pair = generatePair(Seed);
    EXPECT_NE(Pair.OldText, Pair.NewText) << "seed " << Seed;
    EXPECT_FALSE(Pair.Edits.empty());
    EXPECT_LE(Pair.inputs(), 1u << 16);
    Identity += Pair.Identity;
    Shaped += !Pair.TrapShape.empty();
  }
  EXPECT_GT(Identity, 10u);
  EXPECT_GT(Shaped, 40u);
}

TEST(RandomPair, EveryEditFindsItsPlace) {
  std::set<std::string> Kinds;
  for (std::uint64_t Seed = 0; Seed < 2000; ++Seed)
    for (const std::string &Edit : generatePair(Seed).Edits)
      Kinds.insert(Edit.substr(0, Edit.find(' ', Edit.find(' ') + 1)));
  // A sample of the rarer ones: an edit that never applies would be missing here.
  for (const char *Kind : {"break to", "bit-field f1", "switch case", "format string", "depth of", "call of",
                           "fields of", "table of", "expression of", "parameters of", "macro SCALE", "x++ against"}) {
    bool Found = false;
    for (const std::string &Seen : Kinds)
      Found |= Seen.starts_with(Kind);
    EXPECT_TRUE(Found) << Kind;
  }
}

TEST(RandomPair, ProgramsCompile) {
  compileRange(0, 300, {});
}

TEST(RandomPair, ProgramsWithAllOptionsCompile) {
  GeneratorOptions Options;
  Options.Traps = Options.Undefined = Options.Hangs = Options.WholeProgram = Options.PrintOnly = true;
  compileRange(1000, 1100, Options);
}

TEST(RandomPair, EveryTrapShapeCompiles) {
  GeneratorOptions Options;
  Options.Traps = Options.Undefined = Options.Hangs = Options.SlicingShapes = true;
  auto Names = trapShapeNames(Options);
  EXPECT_GT(Names.size(), 100u);
  for (const std::string &Name : Names) {
    Options.TrapShape = Name;
    compileRange(0, 3, Options);
    EXPECT_EQ(generatePair(0, Options).TrapShape, Name);
  }
}

} // namespace
