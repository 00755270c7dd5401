// The bank service of Guo 2017, section 3.1: what its machines do with the tests, by execution.

#include "Read.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

struct Bank : ::testing::Test {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  // The interfaces are the same, so that a suite of one can be applied to the other.
  Suite Tests = exampleTests(Old, "bank/tests.efsm"), More = exampleTests(Old, "bank/tests67.efsm");

  std::string on(const Machine &Of, const Suite &From, const std::string &Name) {
    TestRun Run = applyTest(Of, From, named(From, Name));
    return path(Run, Of) + ": " + describe(Run, From, named(From, Name), Of);
  }
};

TEST_F(Bank, EveryTestPassesOnTheOldMachineWithoutInternalTransitions) {
  EXPECT_EQ(on(Old, Tests, "lambda1"), "|t1|t2|t4|t4|t8: complete");
  EXPECT_EQ(on(Old, Tests, "lambda2"), "|t1|t2|t5|t12|t7: complete");
  EXPECT_EQ(on(Old, Tests, "lambda3"), "|t1|t2|t5|t12|t12|t7: complete");
  EXPECT_EQ(on(Old, Tests, "lambda4"), "|t1|t2|t5|t12|t6|t8: complete");
  EXPECT_EQ(on(Old, Tests, "lambda5"), "|t1|t2|t5|t12|t6|t8: complete");
}

TEST_F(Bank, OnTheNewMachineTwoPassOneIsIncompleteAndOneHasOtherOutputs) {
  EXPECT_EQ(on(New, Tests, "lambda1"), "|t1|t2|t4|t4|t8: complete");
  EXPECT_EQ(on(New, Tests, "lambda2"), "|t1|t2|t5|t12'|t7: complete");
  EXPECT_EQ(on(New, Tests, "lambda3"), "|t1|t2|t5|t12'|t12'|t7: complete");
  EXPECT_EQ(on(New, Tests, "lambda4"),
            "|t1|t2|t5|t12'|: step 5, deposit(1, 20): no transition processes it in state s2");
  EXPECT_EQ(on(New, Tests, "lambda5"), "|t1|t2|t5|t12'|t6|t8: step 4, wdraw(1, 20): expected ack(40), got ack(20)");
}

TEST_F(Bank, TestSevenExercisesTheChangeAndTestSixDoesNot) {
  EXPECT_EQ(on(Old, More, "lambda6"), "|t1|t2|t4|t3|t8: complete");
  EXPECT_EQ(on(New, More, "lambda6"), "|t1|t2|t4|t3|t8: complete");
  EXPECT_EQ(on(Old, More, "lambda7"), "|t1|t2|t5|t12|t7: complete");
  EXPECT_EQ(on(New, More, "lambda7"), "|t1|t2|t5|t12'|t7: complete");
}

TEST_F(Bank, TheBonusIsTransferredByInternalTransitionsBeforeTheNextInput) {
  Suite Bonus =
      tests(Old, "test b from s0 with min = 1, max = 1, T1 = 1\n  open(2) / ack(1)\n  deposit(1, 1) / ack(3)\n"
                 "  close(1) / ack(6)\n");
  EXPECT_EQ(on(Old, Bonus, "b"), "|t1|t2 t9 t10 t10 t10 t11|t8: complete");
}

} // namespace

} // namespace vernier::efsm::test
