// What is known of changes, joined from searches that begin in several functions.

#include "check/ChangeExposure.h"

#include <gtest/gtest.h>

using namespace vernier;

namespace {

ChangedStatement change(unsigned Id) {
  ChangedStatement Result;
  Result.Id = Id;
  return Result;
}

/// Changes 1 and 2: how far a search came, with the test of each.
ExposeResult search(std::pair<bool, bool> ReachedAndExposed1, std::pair<bool, bool> ReachedAndExposed2) {
  ExposeResult Result;
  unsigned Id = 0;
  for (auto [Reached, Exposed] : {ReachedAndExposed1, ReachedAndExposed2}) {
    ExposedChange Each;
    Each.Change = change(++Id);
    Each.Reached = Reached;
    Each.Infected = Each.Exposed = Exposed;
    Each.Why = Exposed ? Unexposed::None : Reached ? Unexposed::NotInfected : Unexposed::NotReached;
    if (Reached) {
      ExposeTest Test;
      Test.Executed = {Id};
      if (Exposed)
        Test.Exposes = {Id};
      (Exposed ? Each.ExposedBy : Each.ReachedBy) = Result.Tests.size();
      Result.Tests.push_back(Test);
    }
    Result.Changes.push_back(Each);
  }
  return Result;
}

} // namespace

TEST(ChangeExposure, OfSeveralEntriesTheOneCountsInWhichInputsComeFurthest) {
  ChangedStatement All[] = {change(1), change(2)};
  ChangeExposure Known(All);
  Known.add(search({true, false}, {true, true}), "main");
  Known.add(search({true, true}, {false, false}), "f");
  EXPECT_FALSE(Known.isOpen());
  const ChangeProgress &First = Known.Changes[0], &Second = Known.Changes[1];
  EXPECT_TRUE(First.Exposed);
  EXPECT_EQ(First.Entry, "f");
  EXPECT_EQ(Known.Tests[*First.Test].Entry, "f");
  EXPECT_EQ(Known.Tests[*First.Test].Exposes, std::vector<unsigned>{1});
  EXPECT_TRUE(Second.Exposed);
  EXPECT_EQ(Second.Entry, "main");
  EXPECT_EQ(Known.Tests[*Second.Test].Exposes, std::vector<unsigned>{2});
}

TEST(ChangeExposure, ASearchThatCameLessFarTakesNothingBack) {
  ChangedStatement All[] = {change(1), change(2)};
  ChangeExposure Known(All);
  Known.add(search({true, false}, {false, false}), "f");
  Known.add(search({false, false}, {false, false}), "g");
  EXPECT_EQ(Known.Changes[0].Entry, "f");
  EXPECT_TRUE(Known.Changes[0].Reached);
  EXPECT_EQ(Known.count(&ChangeProgress::Reached), 1u);
  EXPECT_EQ(Known.Changes[1].Why.Code, "not-reached");
}

TEST(ChangeExposure, WhereNobodyLookedThereIsAReason) {
  ChangedStatement All[] = {change(1), change(2)};
  ChangeExposure Known(All);
  Known.settleEqual(2, "proved");
  Known.explainOpen(ChangeExposure::noTimeLeft());
  EXPECT_EQ(Known.Changes[0].Why.Code, "budget");
  EXPECT_EQ(Known.Changes[1].Why.Code, "equal");
}
