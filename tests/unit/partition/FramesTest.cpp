#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"
#include "traced/SharedBuilds.h"

#include <gtest/gtest.h>

namespace vernier::test {

/// Where locals lie elsewhere, an access outside of an array hits something else: whether there is one decides about
/// equality, although nothing that is shown depends on the access (docs/traps.md#trap-14).
class FramesTest : public testing::TestWithParam<std::string> {};

TEST_P(FramesTest, AnAccessOutsideOfALocalIsNoSilentEquality) {
  std::string Body = "b = 7; " + GetParam() + " return b; }";
  SmallVersions Pair({"int f(signed char x) { int a[2] = {1, 1}; int b; int i = 0; " + Body,
                      "int f(signed char x) { int b; int a[2] = {1, 1}; int i = 0; " + Body});
  InputSpace Space = Pair.space();
  auto Builds = std::make_shared<SharedBuilds>();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Builds = Builds;
    Options.Time = std::chrono::seconds(30);
    auto Found = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Found) << Found.error().Message;
    for (int Value = -128; Value != 128; ++Value) {
      Assignment Values{{Found->Leaves[0], llvm::APInt(8, std::uint64_t(Value), true)}};
      for (const DifferentialPartition &Part : Found->Found.Partitions)
        if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Values).isOne(); }))
          EXPECT_EQ(Part.What == Answer::Equal, Value <= 5) << Value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Accesses, FramesTest,
                         testing::Values("if (x > 5) i = x; a[i] = 0;",                     // by the input
                                         "if (x > 5) i = 2; a[i] = 0;",                     // by the way
                                         "if (x > 5) a[2] = 0;",                            // always there
                                         "if (x > 5) for (i = 0; i <= 2; i++) a[i] = 0;",   // by a counter
                                         "for (i = 0; i < (x > 5 ? 3 : 2); i++) a[i] = 0;", // of which x decides
                                         "if (x > 5) i = 2; b += a[i] == 0x7fffffff;"));    // a load

/// Whatever the input is, it is undefined: one class says so.
TEST(Frames, WhatIsAlwaysUndefinedIsOneClass) {
  SmallVersions Pair({"int f(int x) { int a[2]; int b = 7; for (int i = 0; i <= 2; i++) a[i] = 0; return b + x; }",
                      "int f(int x) { int b = 7; int a[2]; for (int i = 0; i <= 2; i++) a[i] = 0; return b + x; }"});
  auto Found = partitionPair(*Pair.Maps.front(), Pair.space(), {}, temporaryCache());
  ASSERT_TRUE(Found) << Found.error().Message;
  ASSERT_EQ(Found->Found.Partitions.size(), 1u);
  EXPECT_EQ(Found->Found.Partitions[0].What, Answer::Unknown);
  EXPECT_TRUE(Found->Found.Partitions[0].Conditions.empty());
  EXPECT_EQ(Found->Found.Partitions[0].Why.Code, "undefined-behaviour");
}

} // namespace vernier::test
