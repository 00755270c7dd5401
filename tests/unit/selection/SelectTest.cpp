// Change points, and the choice and order of tests by them.

#include "selection/Select.h"
#include "selection/ChangePoints.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier;
using namespace vernier::test;

namespace {

/// The blocks of f in the old version that are change points, by number.
std::set<unsigned> pointsOf(const std::string &OldText, const std::string &NewText) {
  Program Old = compileText(OldText), New = compileText(NewText);
  ChangeMap Map = computeChangeMap(Old, New);
  SlotTable Table(Old.module());
  ChangePoints Points = changePoints(Map, Table);
  EXPECT_TRUE(Points.Everywhere.empty());
  std::set<unsigned> Slots;
  for (const ChangePoint &Point : Points.Points)
    Slots.insert(Point.Slot);
  return Slots;
}

/// A version whose function number N has the number N in the store of the test, and tests by what they execute.
class Choice : public testing::Test {
protected:
  Choice()
      : Old(std::make_shared<Program>(compileText("int a(int x) { return x; } int b(int x) { return x; } "
                                                  "int c(int x) { return x; }"))),
        New(compileText("int a(int x) { return x + 1; } int b(int x) { return x + 1; } int c(int x) { return x; }")),
        Store(std::move(*RecordStore::open(":memory:"))) {
    Code.emplace_back("p", Old);
    ComparedExecutable Executable;
    Executable.Name = "p";
    ChangeMap Map = computeChangeMap(*Old, New);
    Executable.Points = changePoints(Map, Code.front().table());
    for (unsigned I = 0; I != Executable.Points.Changes.size(); ++I)
      Executable.Changes.push_back(I);
    Changes = static_cast<unsigned>(Executable.Changes.size());
    Compared.push_back(std::move(Executable));
  }

  void add(const std::string &Name, std::vector<unsigned> Functions, double Seconds) {
    auto Profile = std::make_shared<HitProfile>();
    Profile->push_back({*Store->numberOf(Code.front().surroundings())});
    for (unsigned Function : Functions)
      Profile->push_back({*Store->numberOf(Code.front().codeName(Function)), {0xff}});
    SelectableTest Test{{"s", Name, ""}, TestRecord{Profile, Seconds, true, ""}, false, {}};
    Tests.push_back(std::move(Test));
  }

  /// The names of selected tests in order.
  std::vector<std::string> chosen(bool Minimal = false, std::vector<std::pair<unsigned, unsigned>> Sequences = {}) {
    KnownCode Known(Code, *Store);
    Result = selectTests({Compared, Known, Tests, Changes, std::move(Sequences), Minimal});
    std::vector<std::string> Names;
    for (const SelectedTest &Test : Result.Tests)
      if (Test.selected())
        Names.push_back(Test.Test->Test.Name);
    return Names;
  }

  std::shared_ptr<Program> Old;
  Program New;
  std::unique_ptr<RecordStore> Store;
  std::vector<RecordedCode> Code;
  std::vector<ComparedExecutable> Compared;
  std::vector<SelectableTest> Tests;
  unsigned Changes = 0;
  Selection Result;
};

using List = std::vector<std::string>;

} // namespace

TEST(ChangePoints, OnlyWhereControlGoesOnToAChange) {
  std::string Begin = "int g(int); int f(int x) { if (x == 1) { g(1); ";
  EXPECT_EQ(pointsOf(Begin + "} return x; }", Begin + "g(2); } return x; }"), std::set<unsigned>{1});
  EXPECT_EQ(pointsOf("int g(int); int f(int x) { if (x == 1) { g(1); } return x; }",
                     "int g(int); int f(int x) { if (x == 1) { g(1); } return x; }"),
            std::set<unsigned>{});
}

TEST(ChangePoints, WhatIsAddedToAnEmptyWayIsSeenAtTheWay) {
  std::set<unsigned> Points = pointsOf("int g(int); int f(int x) { if (x == 1) { } else g(1); return x; }",
                                       "int g(int); int f(int x) { if (x == 1) { g(3); } else g(1); return x; }");
  EXPECT_FALSE(Points.empty());
  EXPECT_FALSE(Points.contains(0)) << "the condition is executed by everybody";
}

TEST_F(Choice, WhoExecutesAChange) {
  add("a", {0}, 1);
  add("c", {2}, 1);
  add("none", {}, 1);
  EXPECT_EQ(chosen(), List{"a"});
  EXPECT_EQ(Result.Uncovered.size(), 1u) << "nobody executes b";
}

TEST_F(Choice, MostOfTheChangeForEachSecondFirst) {
  add("slow-both", {0, 1}, 10);
  add("quick-a", {0}, 1);
  add("quick-b", {1}, 2);
  EXPECT_EQ(chosen(), (List{"quick-a", "quick-b", "slow-both"}));
  EXPECT_EQ(chosen(/*Minimal=*/true), (List{"quick-a", "quick-b"}));
  EXPECT_EQ(chosen(/*Minimal=*/true, {{0, 1}}), (List{"quick-a", "quick-b", "slow-both"})) << "a, then b";
}

TEST_F(Choice, WhatIsNotKnownIsSelected) {
  add("c", {2}, 1);
  Tests.push_back({{"s", "failed", ""}, {}, false, SelectReason::NotRecorded});
  Tests.push_back({{"s", "gone", ""}, {}, false, SelectReason::Obsolete});
  Tests.push_back({{"s", "elsewhere", ""}, TestRecord{std::make_shared<HitProfile>(), 1, true, ""}, false, {}});
  EXPECT_EQ(chosen(), (List{"failed", "elsewhere"}));
  Compared.front().Points.Everywhere = {"other libraries"};
  EXPECT_EQ(chosen(), (List{"c", "failed", "elsewhere"}));
}

TEST_F(Choice, RecordsHoldOnlyForTheSameCode) {
  add("b", {1}, 1);
  EXPECT_TRUE(KnownCode(Code, *Store).isValid(*Tests.front().Record->Profile));
  std::vector<RecordedCode> Other;
  Other.emplace_back("p",
                     std::make_shared<Program>(compileText("int a(int x) { return x; } int b(int x) { return 7; }")));
  EXPECT_FALSE(KnownCode(Other, *Store).isValid(*Tests.front().Record->Profile));
}
