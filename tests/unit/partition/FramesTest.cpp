#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

namespace vernier::test {

/// Where locals lie elsewhere, an access outside of an array hits something else: whether there is one decides about
/// equality, although nothing that is shown depends on the access (TRAPS.md 14).
TEST(Frames, AnAccessOutsideOfALocalIsNoSilentEquality) {
  std::string Body = "a[0] = 1; a[1] = 1; b = 7; if (x > 5) i = x; a[i] = 0; return b; }";
  SmallVersions Pair({"int f(signed char x) { int a[2]; int b; int i = 0; " + Body,
                      "int f(signed char x) { int b; int a[2]; int i = 0; " + Body});
  InputSpace Space = Pair.space();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
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

} // namespace vernier::test
