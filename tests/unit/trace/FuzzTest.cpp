// Random traces in good order validate; random damage to them is refused or harmless.

#include "RandomArena.h"

#include "trace/Validate.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace vernier;
using namespace vernier::test;

namespace {

unsigned rounds(unsigned InCI) {
  const char *Wanted = std::getenv("VERNIER_TRACE_ROUNDS");
  return Wanted ? static_cast<unsigned>(std::atoi(Wanted)) : InCI;
}

/// Asks everything that can be asked of a trace.
void useAll(Trace &T, const std::vector<llvm::APInt> &Values) {
  std::vector<NodeId> All;
  for (NodeId Id = 1; Id < T.size(); ++Id)
    All.push_back(Id);
  T.backwardSlice(All);
  if (!All.empty())
    T.backwardSlice({All[All.size() / 2]});
  T.decisions();
  for (const Mismatch &Wrong : validate(T, Values).Wrong)
    EXPECT_FALSE(describe(T, Wrong).empty());
  for (unsigned Descriptor = 0; Descriptor < 3; ++Descriptor)
    if (NodeId Last = T.finalOutput(Descriptor))
      T.backwardSlice({Last});
}

TEST(RandomTraces, Validate) {
  std::uint64_t Nodes = 0, Decisions = 0;
  for (unsigned Seed = 0; Seed < rounds(150); ++Seed) {
    Random Generator(Seed);
    ArenaWriter W;
    fillRandomly(W, Generator, 40);
    auto Read = W.read();
    ASSERT_TRUE(Read) << Seed << ": " << Read.error().Message;
    Validation V = validate(*Read, W.Values);
    for (const Mismatch &Wrong : V.Wrong)
      ADD_FAILURE() << "seed " << Seed << ": " << describe(*Read, Wrong);
    EXPECT_TRUE(Read->problems().empty()) << Seed << ": " << Read->problems().front();
    Nodes += V.Nodes;
    Decisions += V.Decisions;
  }
  EXPECT_GT(Nodes, 10u * rounds(150));
  EXPECT_GT(Decisions, rounds(150));
}

TEST(RandomTraces, DamageIsRefusedOrHarmless) {
  unsigned Refused = 0, Harmless = 0;
  for (unsigned Seed = 0; Seed < rounds(150) / 5; ++Seed) {
    Random Generator(Seed);
    ArenaWriter W;
    fillRandomly(W, Generator, 20);
    const std::vector<std::uint8_t> Good = W.bytes();
    for (unsigned I = 0; I < 60; ++I) {
      std::vector<std::uint8_t> Bytes = Good;
      for (auto Left = 1 + Generator.below(3); Left > 0; --Left) {
        // Mostly small numbers where ids stand; the header as often as the rest.
        std::size_t At = Generator.chance(20) ? Generator.below(sizeof(VernierArena)) : Generator.below(Bytes.size());
        Bytes[At] = static_cast<std::uint8_t>(Generator.chance(70) ? Generator.below(80) : Generator.next());
      }
      auto Read = readTrace(Bytes, W.Build, W.Store, W.Leaves);
      if (Read)
        useAll(*Read, W.Values);
      ++(Read ? Harmless : Refused);
    }
    std::vector<std::uint8_t> Short(Good.begin(), Good.begin() + static_cast<long>(Generator.below(Good.size())));
    EXPECT_FALSE(readTrace(Short, W.Build, W.Store, W.Leaves));
  }
  EXPECT_GT(Refused, 0u);
  EXPECT_GT(Harmless, 0u);
}

} // namespace
