#include "interaction/CriticalSequence.h"

#include <gtest/gtest.h>

namespace vernier::test {

TEST(CriticalSequence, IsExercisedInOrderWithOthersBetween) {
  EXPECT_TRUE(exercises({1, 4, 2, 3}, {1, 2, 3}));
  EXPECT_TRUE(exercises({1, 2}, {}));
  EXPECT_FALSE(exercises({1, 3, 2}, {1, 2, 3}));
  EXPECT_FALSE(exercises({1, 2}, {1, 2, 2}));
}

TEST(CriticalSequence, WhatTwoRunsHaveInCommon) {
  EXPECT_EQ(commonPart({1, 2, 3, 4}, {2, 4, 1}), (ChangeSequence{2, 4}));
  EXPECT_TRUE(commonPart({1, 2}, {3}).empty());
}

TEST(CriticalSequence, LoopsCountOnce) {
  EXPECT_EQ(firstOccurrences({3, 1, 3, 1, 2}), (ChangeSequence{3, 1, 2}));
}

} // namespace vernier::test
