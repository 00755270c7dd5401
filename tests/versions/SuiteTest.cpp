// A user's suite in a recorded build: where it runs, with which executables, and which tests it has.

#include "suite/SuiteTest.h"
#include "suite/RunTest.h"
#include "suite/SuitePlace.h"
#include "versions/Sandbox.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds Patience{30};

class Suite : public Sandbox {
protected:
  /// Two programs; the second one is also there under another name, and reads a file beside it.
  void makeProject() {
    write("proj/Makefile", "all: one sub/two\none: one.o\n\t$(CC) -o $@ one.o\nsub/two: two.o\n\t$(CC) -o $@ two.o\n"
                           "\tcp sub/two sub/again\n"
                           "check: all\n\t./one; test $$? = 1\n\tcd sub && ./two; test $$? = 2\n"
                           "where:\n\t@pwd\n");
    write("proj/one.c", "int main(void) { return 1; }\n");
    write("proj/two.c", "#include <stdio.h>\nint main(void) { return fopen(\"data\", \"r\") ? 2 : 3; }\n");
    write("proj/sub/data", "");
    Options.BuildCommand = "make";
  }

  std::unique_ptr<SuitePlace> prepare(const std::string &Version, const ExecutableChange &Change = {}) {
    auto Spec = parseVersion(Version);
    EXPECT_TRUE(Spec);
    auto Place = SuitePlace::prepare(*Spec, Options, *Space, Change);
    EXPECT_TRUE(Place) << (Place ? "" : Place.error().Message + Place.error().Output);
    return Place ? std::move(*Place) : nullptr;
  }

  int exitOf(const SuitePlace &Place, const std::string &Command) {
    auto Ran = runInPlace(Place, Command, Patience);
    EXPECT_TRUE(Ran);
    return Ran ? Ran->Exit : -1;
  }
};

/// main returns what it did, plus 10.
Status addTen(const std::string &, const Program &, llvm::Module &Copy) {
  for (llvm::BasicBlock &Block : *Copy.getFunction("main"))
    if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(Block.getTerminator()))
      Return->setOperand(
          0, llvm::BinaryOperator::CreateAdd(Return->getReturnValue(),
                                             llvm::ConstantInt::get(Return->getReturnValue()->getType(), 10), "",
                                             Return->getIterator()));
  return Done{};
}

} // namespace

TEST_F(Suite, RunsInTheTreeThatWasBuilt) {
  makeProject();
  std::string Where;
  {
    auto Place = prepare("proj");
    ASSERT_TRUE(Place);
    Where = Place->directory();
    EXPECT_EQ(exitOf(*Place, "make check"), 0);
    EXPECT_EQ(runInPlace(*Place, "make where", Patience)->Output, Where + "\n");
    EXPECT_EQ(exitOf(*Place, "echo changed > one.c"), 0);
  }
  EXPECT_FALSE(fs::exists(Where)) << "it is a copy";
  EXPECT_EQ(exitOf(*prepare("proj"), "grep -q main one.c"), 0) << "the next one sees what was built";
}

TEST_F(Suite, ChangedExecutablesStandInForTheirOriginals) {
  makeProject();
  auto Place = prepare("proj", addTen);
  ASSERT_TRUE(Place);
  ASSERT_EQ(Place->executables().size(), 2u);
  EXPECT_EQ(exitOf(*Place, "./one"), 11);
  EXPECT_EQ(exitOf(*Place, "cd sub && ./two"), 12);
  EXPECT_EQ(exitOf(*Place, "cd sub && ./again"), 12) << "copies too";
  EXPECT_EQ(exitOf(*Place, "make -q all"), 0) << "make takes them for up to date";
}

TEST_F(Suite, AVersionWithoutABuildRunsHere) {
  write("p.c", "int main(void) { return 5; }\n");
  auto Place = prepare("p.c", addTen);
  ASSERT_TRUE(Place);
  EXPECT_EQ(fs::path(Place->directory()), fs::path(Root));
  EXPECT_EQ(exitOf(*Place, "\"$VERNIER_PROGRAM\""), 15);
}

TEST_F(Suite, ACommandThatDoesNotEndIsKilled) {
  write("p.c", "int main(void) { return 5; }\n");
  auto Place = prepare("p.c");
  auto Ran = runInPlace(*Place, "sleep 1000 & sleep 1000", std::chrono::milliseconds(300));
  ASSERT_TRUE(Ran);
  EXPECT_TRUE(Ran->TimedOut);
  EXPECT_FALSE(Ran->passed());
  EXPECT_EQ(runInPlace(*Place, "kill -SEGV $$", Patience)->describe().substr(0, 9), "signal 11");
}

TEST_F(Suite, ATestOfCTestIsRunByItsName) {
  makeProject();
  write("proj/sub/CTestTestfile.cmake",
        "add_test([=[one (a+b)]=] \"../one\")\nadd_test(two \"./two\")\n"
        "add_test(off \"./two\")\nset_tests_properties(off PROPERTIES DISABLED TRUE)\n");
  auto Place = prepare("proj");
  ASSERT_TRUE(Place);
  auto Tests = listTests(*Place, "ctest --test-dir sub");
  ASSERT_TRUE(Tests) << Tests.error().Message;
  ASSERT_EQ(Tests->size(), 2u);
  EXPECT_EQ((*Tests)[0].Name, "one (a+b)");
  auto Ran = runSuiteTest(*Place, (*Tests)[0], Patience);
  ASSERT_TRUE(Ran);
  EXPECT_NE(Ran->Output.find("one (a+b)"), std::string::npos) << Ran->Output;
  EXPECT_EQ(Ran->Output.find("two"), std::string::npos) << Ran->Output;
  EXPECT_FALSE(Ran->passed()) << "one ends with 1";
  EXPECT_EQ(commandsFor(*Tests), std::vector<std::string>{"ctest --test-dir sub --no-tests=error --output-on-failure "
                                                          "-R '^(one \\(a\\+b\\)|two)$'"});
}

TEST_F(Suite, ListsOfGoogleTest) {
  EXPECT_EQ(readGoogleTestList("Running main() from gtest_main.cc\nA.\n  one\n  DISABLED_two\nB/0.  # TypeParam = int\n"
                               "  three/1  # GetParam() = 4\nDISABLED_C.\n  four\n"),
            (std::vector<std::string>{"A.one", "B/0.three/1"}));
}

TEST_F(Suite, AutomakesTestsAreRunOneByOne) {
  makeProject();
  // What automake makes of TESTS, as far as it matters: the tests to run are a variable.
  write("proj/Makefile", "TESTS = good.sh bad.sh\nam__test_logs = x\nall: one\none: one.o\n\t$(CC) -o $@ one.o\n"
                         "check: all\n\t@set -e; for t in $(TESTS); do echo run $$t; sh ./$$t; done\n");
  write("proj/good.sh", "./one; test $? = 1\n");
  write("proj/bad.sh", "./one\n");
  auto Place = prepare("proj");
  ASSERT_TRUE(Place);
  auto Tests = listTests(*Place, "make -s check");
  ASSERT_TRUE(Tests) << Tests.error().Message << Tests.error().Output;
  ASSERT_EQ(Tests->size(), 2u);
  auto Good = runSuiteTest(*Place, (*Tests)[0], Patience), Bad = runSuiteTest(*Place, (*Tests)[1], Patience);
  EXPECT_TRUE(Good->passed());
  EXPECT_EQ(Good->Output, "run good.sh\n");
  EXPECT_FALSE(Bad->passed());
}

TEST_F(Suite, AnythingElseIsOneTest) {
  makeProject();
  auto Place = prepare("proj");
  ASSERT_TRUE(Place);
  for (std::string Command : {"make check", "ctest && true", "./one"}) {
    auto Tests = listTests(*Place, Command);
    ASSERT_TRUE(Tests);
    ASSERT_EQ(Tests->size(), 1u) << Command;
    EXPECT_EQ(Tests->front().Command, Command);
  }
}
