#include "check/Check.h"
#include "regression/Judge.h"

#include <gtest/gtest.h>

#include <llvm/Support/FileSystem.h>

#include <unistd.h>

// What `check` once claimed of all callers, and of the whole program.

using namespace vernier;
using namespace vernier::test;

namespace {

CheckResult check(const std::string &Old, const std::string &New) {
  Judged Pair(Old, New);
  std::string Directory = testing::TempDir() + "vernier-all-callers-" + std::to_string(getpid());
  auto Place = Workspace::at(Directory);
  CheckResult Result = checkPair(Pair.Map, {}, *Place);
  llvm::sys::fs::remove_directories(Directory);
  return Result;
}

void expectNotEqual(const std::string &Old, const std::string &New) {
  CheckResult Result = check(Old, New);
  EXPECT_NE(Result.Whole.What, Answer::Equal) << Result.Whole.Why.Message << "\n" << New;
  for (const FunctionVerdict &Each : Result.Functions)
    EXPECT_FALSE(Each.Name == "f" && Each.ForAllCallers) << New;
}

} // namespace

TEST(AllCallers, AFunctionThatIsTheSameWhateverItIsGiven) {
  CheckResult Result = check("int f(int x) { return 2 * x; }", "int f(int x) { return x + x; }");
  EXPECT_EQ(Result.Whole.What, Answer::Equal) << Result.Whole.Why.Message;
}

TEST(AllCallers, AGlobalThatStartsWithAnotherValue) {
  std::string Text = "static int g = 1; int f(int x) { return x + g; } void set(int x) { g = x; }";
  expectNotEqual(Text, with(Text, "g = 1", "g = 2"));
}

TEST(AllCallers, AGlobalThatAConstructorSets) {
  std::string Text = "int g; __attribute__((constructor)) void first(void) { g = 5; } void set(int v) { g = v; } "
                     "int f(int x) { return x + g; }";
  expectNotEqual(Text, with(Text, "x + g", "x + 5"));
}

TEST(AllCallers, AnotherErrorNumber) {
  std::string Text = "int *__errno_location(void); int f(int x) { if (x < 0) *__errno_location() = 22; return x; }";
  expectNotEqual(Text, with(Text, "22", "34"));
}
