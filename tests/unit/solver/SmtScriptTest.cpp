#include "solver/SmtScript.h"

#include <gtest/gtest.h>

using namespace vernier;

namespace {

constexpr std::chrono::milliseconds Long(20000);
constexpr auto Values = SmtScripts::Want::Values;

} // namespace

TEST(SmtScripts, DecideUnboundedIntegers) {
  SmtScripts Ask;
  EXPECT_EQ(Ask.check("(declare-const x Int)(assert (> (* x x) 5))(assert (< x 3))(assert (> x 0))", Long).What,
            Satisfiable::No);
  SmtAnswer Big = Ask.check("(declare-const x Int)(assert (= x (* 100000000000 (- 100000000000))))", Long, Values);
  ASSERT_EQ(Big.What, Satisfiable::Yes);
  EXPECT_EQ(Big.Values.at("x").text(), "-10000000000000000000000");
  EXPECT_EQ(Ask.statistics().Queries, 2u);
}

TEST(SmtScripts, AreIndependentOfEachOther) {
  SmtScripts Ask;
  EXPECT_EQ(Ask.check("(declare-const x Int)(assert (= x 1))", Long).What, Satisfiable::Yes);
  EXPECT_EQ(Ask.check("(declare-const x Int)(assert (= x 2))", Long).What, Satisfiable::Yes);
  // the same name with another type
  SmtAnswer Boolean = Ask.check("(declare-const x Bool)(assert (not x))", Long, Values);
  ASSERT_EQ(Boolean.What, Satisfiable::Yes);
  EXPECT_EQ(Boolean.Values.at("x").Head, "false");
}

TEST(SmtScripts, GiveArraysAsStores) {
  SmtScripts Ask;
  SmtAnswer Answer = Ask.check("(declare-const a (Array Int Int))(declare-const b (Array Int Int))"
                               "(assert (= (select a 3) 7))(assert (= (select a (- 2)) 8))"
                               "(assert (= b (store a 3 9)))",
                               Long, Values);
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  // Whatever the order of the stores is, reading them gives what was asserted.
  auto Read = [](const SmtValue *Array, const std::string &Index) {
    while (Array->Head == "store" && Array->Items[1].Head != Index)
      Array = &Array->Items[0];
    return Array->Head == "store" ? Array->Items[2].Head : Array->Items.at(0).Head;
  };
  EXPECT_EQ(Read(&Answer.Values.at("a"), "3"), "7");
  EXPECT_EQ(Read(&Answer.Values.at("a"), "-2"), "8");
  EXPECT_EQ(Read(&Answer.Values.at("b"), "3"), "9");
  EXPECT_EQ(Read(&Answer.Values.at("b"), "-2"), "8");
}

TEST(SmtScripts, AnErrorOrATimeLimitIsUnknown) {
  SmtScripts Ask;
  SmtAnswer Wrong = Ask.check("(declare-const x Int)(assert (= y 1))(assert false)", Long);
  EXPECT_EQ(Wrong.What, Satisfiable::Unknown);
  EXPECT_NE(Wrong.Why.find("y"), std::string::npos) << Wrong.Why;
  // Fermat's last theorem for one exponent, in one millisecond
  SmtAnswer Hard = Ask.check("(declare-const x Int)(declare-const y Int)(declare-const z Int)"
                             "(assert (and (> x 1000) (> y 1000) (> z 1000)))"
                             "(assert (= (+ (* x x x x x) (* y y y y y)) (* z z z z z)))",
                             std::chrono::milliseconds(1));
  EXPECT_EQ(Hard.What, Satisfiable::Unknown);
  EXPECT_FALSE(Hard.Why.empty());
  EXPECT_EQ(Ask.statistics().Unknown, 2u);
  // and the next question is answered
  EXPECT_EQ(Ask.check("(declare-const x Int)(assert (< x x))", Long).What, Satisfiable::No);
}

TEST(SmtScripts, DivisionIsEuclidean) {
  SmtScripts Ask;
  EXPECT_EQ(
      Ask.check("(assert (not (and (= (div (- 7) 2) (- 4)) (= (mod (- 7) 2) 1) (= (div (- 7) (- 2)) 4))))", Long).What,
      Satisfiable::No);
}

// Z3 tells such an array as a lambda.
TEST(SmtScripts, ArraysOfBooleansHaveValues) {
  SmtScripts Scripts;
  SmtAnswer Answer = Scripts.check("(declare-const r (Array Int Bool))"
                                   "(assert (= r (store (store ((as const (Array Int Bool)) false) 4 true) 7 true)))",
                                   std::chrono::milliseconds(1000), SmtScripts::Want::Values);
  ASSERT_EQ(Answer.What, Satisfiable::Yes) << Answer.Why;
  std::string Text = Answer.Values.at("r").text();
  EXPECT_NE(Text.find("(const false)"), std::string::npos) << Text;
  EXPECT_NE(Text.find(" 4 true)"), std::string::npos) << Text;
  EXPECT_NE(Text.find(" 7 true)"), std::string::npos) << Text;
}
