#include "efsm/language/Diff.h"

#include "Read.h"

#include <gtest/gtest.h>

namespace vernier::efsm::test {

namespace {

std::string described(const Machine &Old, const Machine &New) {
  MachineDiff Found = diff(Old, New);
  std::string Result;
  for (const Change &Each : Found.Changes)
    Result += toString(Each.Kind) + (Each.Old ? " " + Old.Transitions[*Each.Old].Name : "") +
              (Each.New ? " " + New.Transitions[*Each.New].Name : "") + "\n";
  for (const DeclarationChange &Each : Found.Declarations)
    Result += Each.Kind + " " + Each.Name + ": " + Each.Old + " -> " + Each.New + "\n";
  return Result;
}

std::string described(const std::string &Old, const std::string &New) {
  return described(machine(Old), machine(New));
}

const std::string Head =
    "machine m\nstate s, u\ninitial s\nvar a: 0..5 = 0\nvar b: int\nvar k: {red, green}\ninput i(x: "
    "int)\noutput o(x: int)\n";

TEST(Diff, OfTheBankIsOneReplacedTransition) {
  EXPECT_EQ(described(exampleMachine("bank/old.efsm"), exampleMachine("bank/new.efsm")), "replaced t12 t12'\n");
  EXPECT_EQ(described(exampleMachine("bank/old.efsm"), exampleMachine("bank/old.efsm")), "");
}

TEST(Diff, NamesOrderAndCommentsAreNoChange) {
  EXPECT_EQ(described(Head + "t1: i(x) [x > a] s -> u / b := x\nt2: u -> s\n",
                      "# other\n" + Head + "t2: u -> s # other\nt7: i(y) [y > a]\n s -> u / b := y\n"),
            "");
  EXPECT_EQ(described("type n = int\n" + Head + "t: [b == 1] s -> u\n", Head + "t: [b == 1] s -> u\n"), "");
}

TEST(Diff, AddedDeletedAndReplaced) {
  EXPECT_EQ(described(Head + "t1: i(x) s -> u\nt2: u -> s\nt3: [b == 1] s -> s\n",
                      Head + "t1: i(x) [x > 0] s -> u\nt2: u -> s\nt4: [b == 2] s -> s\n"),
            "replaced t1 t1\ndeleted t3\nadded t4\n");
}

TEST(Diff, EveryPartOfATransitionCounts) {
  std::string Old = Head + "t: i(x) [x > a] s -> u / b := 1 / o(b)\n";
  for (const char *Other : {"t: i(x) [x >= a] s -> u / b := 1 / o(b)", "t: i(x) [x > a] u -> u / b := 1 / o(b)",
                            "t: i(x) [x > a] s -> s / b := 1 / o(b)", "t: i(x) [x > a] s -> u / b := 2 / o(b)",
                            "t: i(x) [x > a] s -> u / b := 1 / o(1)", "t: i(x) [x > a] s -> u / b := 1",
                            "t: [1 > a] s -> u / b := 1 / o(b)"})
    EXPECT_EQ(described(Old, Head + Other + "\n"), "replaced t t\n") << Other;
}

TEST(Diff, AChangedTypeChangesTheTransitionsThatMentionIt) {
  std::string Body = "t1: [a > 1] s -> u\nt2: u -> s / k := red\nt3: i(x) u -> s\nt4: u -> u / o(b)\n";
  auto With = [&](std::string From, std::string To) {
    std::string Changed = Head;
    return Changed.replace(Changed.find(From), From.size(), To) + Body;
  };
  EXPECT_EQ(described(Head + Body, With("0..5", "0..6")), "replaced t1 t1\nvariable a: 0..5 = 0 -> 0..6 = 0\n");
  EXPECT_EQ(described(Head + Body, With("{red, green}", "{green, red}")),
            "replaced t2 t2\nvariable k: {red, green} -> {green, red}\n");
  EXPECT_EQ(described(Head + Body, With("input i(x: int)", "input i(x: 0..1)")),
            "replaced t3 t3\ninput i: (int) -> (0..1)\n");
  EXPECT_EQ(described(Head + Body, With("output o(x: int)", "output o(x: 0..1)")),
            "replaced t4 t4\noutput o: (int) -> (0..1)\n");
  EXPECT_EQ(described(Head + Body, With("= 0", "= 1")), "variable a: 0..5 = 0 -> 0..5 = 1\n");
  EXPECT_EQ(described(Head + Body, With("initial s", "initial s [b == 0]")), "state s: initial -> initial [b == 0]\n");
  EXPECT_EQ(described(Head + Body, "input new()\n" + Head + Body), "input new:  -> ()\n");
}

} // namespace

} // namespace vernier::efsm::test
