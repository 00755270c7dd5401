#include "verdict/Claim.h"

#include <gtest/gtest.h>

using namespace vernier;

TEST(Claim, WhatACallerOrTheWorldCanBreakIsNoProof) {
  for (const char *Code :
       {"not-null", "no-alias", "bounded-lengths", "globals-as-initialised", "surroundings: getenv(\"DEBUG\") is unset",
        "assume n > 0", "null-function-pointers", "wrapping-arithmetic", "bounded-input", "external-code-apart",
        "allocation-succeeds", "enumerators-only", "one-nan", "something that is new"}) {
    EXPECT_TRUE(isBreakable(Code)) << Code;
    EXPECT_EQ(stateOf(Answer::Equal, {"terminates", Code}), ClaimState::ProvedUnderAssumptions) << Code;
  }
}

TEST(Claim, WhatEveryClaimAssumesIsNotHeldAgainstIt) {
  EXPECT_EQ(stateOf(Answer::Equal, {}), ClaimState::Proved);
  EXPECT_EQ(stateOf(Answer::Equal, {"terminates", "defined-behaviour", "addresses-are-not-data"}), ClaimState::Proved);
  EXPECT_EQ(breakableOf({"terminates", "not-null"}), std::vector<std::string>{"not-null"});
}

TEST(Claim, OnlyAnEqualityIsProved) {
  EXPECT_EQ(stateOf(Answer::Unknown, {}), ClaimState::Open);
  EXPECT_EQ(stateOf(Answer::Different, {"not-null"}), ClaimState::Different);
}
