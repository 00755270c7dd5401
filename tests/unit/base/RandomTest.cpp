#include "base/Random.h"

#include <gtest/gtest.h>

using namespace vernier;

TEST(Random, SameSeedSameSequence) {
  Random A(7), B(7), C(8);
  EXPECT_EQ(A.next(), B.next());
  EXPECT_NE(A.next(), C.next());
  EXPECT_EQ(Random(0).next(), 0xe220a8397b1dcdafull); // the published first value of SplitMix64
}

TEST(Random, StaysWithinItsBounds) {
  Random R(1);
  bool SawLow = false, SawHigh = false;
  for (int I = 0; I < 1000; ++I) {
    auto V = R.between(-3, 3);
    ASSERT_GE(V, -3);
    ASSERT_LE(V, 3);
    SawLow |= V == -3;
    SawHigh |= V == 3;
  }
  EXPECT_TRUE(SawLow && SawHigh);
  EXPECT_EQ(R.below(0), 0u);
  R.between(INT64_MIN, INT64_MAX);
}
