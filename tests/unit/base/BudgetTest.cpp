#include "base/Budget.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace std::chrono_literals;

TEST(Budget, ReadsTheDurationsOfTheContract) {
  EXPECT_EQ(parseDuration("30s"), 30s);
  EXPECT_EQ(parseDuration("5m"), 5min);
  EXPECT_EQ(parseDuration("250ms"), 250ms);
  EXPECT_EQ(parseDuration("1.5"), 1500ms);
  EXPECT_EQ(parseDuration("1h"), 1h);
}

TEST(Budget, RefusesWhatIsNotADuration) {
  for (const char *Text : {"", "s", "-1s", "5 minutes", "1d", "nan", "inf", "1e300h"})
    EXPECT_FALSE(parseDuration(Text)) << Text;
}

TEST(Budget, WithoutLimitNeverEnds) {
  EXPECT_FALSE(Budget().exhausted());
  EXPECT_FALSE(Budget().left());
  EXPECT_TRUE(Budget(0ms).exhausted());
  EXPECT_EQ(Budget(0ms).left(), 0ms);
}
