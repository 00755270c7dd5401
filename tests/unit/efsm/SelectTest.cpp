// Selection: what is decided equals what both machines do when they run.

#include "efsm/Select.h"
#include "Read.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::efsm;
using namespace vernier::efsm::test;

namespace {

Selection selected(const Machine &Old, const Machine &New, const Suite &Tests, const SelectOptions &Options = {}) {
  Reasoner Solver;
  CompatibilityStore Store;
  return select(Old, New, diff(Old, New), Tests, Solver, Store, Options);
}

SelectOptions byFormulas() {
  SelectOptions Options;
  Options.SolverAlways = true;
  return Options;
}

/// `lambda1 discarded/not-exercised` for each test.
std::string summary(const Selection &Of, const Suite &Tests) {
  std::string Text;
  for (const Decision &Each : Of.Decisions)
    Text += Tests.Tests[Each.Test].Name + " " + toString(Each.Kind) + "/" + toString(Each.Reason) + "\n";
  return Text;
}

constexpr const char *BankSummary = "lambda1 discarded/not-exercised\n"
                                    "lambda2 selected/exercises\n"
                                    "lambda3 selected/exercises\n"
                                    "lambda4 unusable/incomplete\n"
                                    "lambda5 unusable/output-mismatch\n";

} // namespace

TEST(EfsmSelect, TheBankOfTheSource) {
  Machine Old = exampleMachine("bank/old.efsm"), New = exampleMachine("bank/new.efsm");
  Suite Tests = exampleTests(Old, "bank/tests.efsm");
  for (const SelectOptions &Options : {SelectOptions(), byFormulas()}) {
    Selection Result = selected(Old, New, Tests, Options);
    EXPECT_EQ(summary(Result, Tests), BankSummary) << (Options.SolverAlways ? "by formulas" : "by evaluation");
    for (const Decision &Each : Result.Decisions)
      EXPECT_EQ(Each.Step, Each.Test == 0 ? std::nullopt : std::optional(4u)) << Each.Detail;
    EXPECT_FALSE(Result.Decisions[3].Why.Completion.empty());
    EXPECT_EQ(Result.Decisions[3].FailedStep, 5u);
    EXPECT_EQ(Result.Decisions[4].FailedStep, 4u);
  }
}
