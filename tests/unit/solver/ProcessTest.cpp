// Questions in processes of their own: whatever happens to such a process, the answer is right or unknown.

#include "base/Memory.h"
#include "solver/Layers.h"
#include "solver/Size.h"
#include "solver/SolverProcess.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

using namespace vernier;
using llvm::APInt;

namespace {

constexpr std::chrono::milliseconds Long(20000);

SolverAnswer answerOf(Satisfiable What) {
  SolverAnswer Answer;
  Answer.What = What;
  return Answer;
}

/// Asked of a copy of this process.
SolverAnswer asked(llvm::ArrayRef<Term> Conjuncts, std::function<SolverAnswer()> Ask,
                   std::chrono::milliseconds Limit = Long) {
  return SolverProcess(Conjuncts, Limit, std::move(Ask)).wait();
}

/// Answers as if by magic, and remembers in which process that was.
class Elsewhere : public Solver {
public:
  explicit Elsewhere(pid_t &Process) : Process(Process) {}
  SolverAnswer check(llvm::ArrayRef<Term>, std::chrono::milliseconds) override {
    Process = getpid();
    return answerOf(Satisfiable::No);
  }
  SolverStatistics statistics() const override { return {}; }

private:
  pid_t &Process;
};

} // namespace

TEST(SolverProcess, AnswersComeBackWhole) {
  TermStore Store;
  Term X = Store.variable(130, "x", VariableKind::Input), Y = Store.variable(1, "y", VariableKind::Input);
  Term Large = Store.ult(Store.constant(APInt::getAllOnes(130) - 5), X);
  SolverAnswer Answer = asked({Large, Y}, [&] {
    SolverAnswer Made = answerOf(Satisfiable::Yes);
    Made.Model[X] = APInt::getAllOnes(130);
    Made.Model[Y] = APInt(1, 1);
    return Made;
  });
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  EXPECT_EQ(Answer.Model.lookup(X), APInt::getAllOnes(130));
  EXPECT_TRUE(Answer.Model.lookup(Y).isOne());
  Answer = asked({Large, Y}, [&] {
    SolverAnswer Made = answerOf(Satisfiable::No);
    Made.Core = {Y};
    return Made;
  });
  EXPECT_EQ(Answer.What, Satisfiable::No);
  ASSERT_EQ(Answer.Core.size(), 1u);
  EXPECT_EQ(Answer.Core.front(), Y);
}

TEST(SolverProcess, OneThatDoesNotStopIsKilled) {
  TermStore Store;
  SolverAnswer Answer = asked(
      {Store.boolean(true)},
      [] {
        while (true)
          pause();
        return answerOf(Satisfiable::No);
      },
      std::chrono::milliseconds(50));
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
  EXPECT_EQ(Answer.Why, "timeout");
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
}

TEST(SolverProcess, ACrashIsUnknown) {
  TermStore Store;
  SolverAnswer Answer = asked({Store.boolean(true)}, [] {
    std::raise(SIGKILL);
    return answerOf(Satisfiable::No);
  });
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
  EXPECT_FALSE(Answer.Why.empty());
}

TEST(SolverProcess, HalfAnAnswerIsUnknown) {
  TermStore Store;
  Term X = Store.variable(8, "x", VariableKind::Input), Other = Store.variable(8, "y", VariableKind::Input);
  SolverAnswer Answer = asked({Store.eq(X, Store.constant(8, 1))}, [&] {
    SolverAnswer Made = answerOf(Satisfiable::Yes);
    Made.Model[Other] = APInt(8, 1); // nobody asked about it
    return Made;
  });
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
}

TEST(SolverProcess, MemoryThatItMayNotTakeIsUnknown) {
  TermStore Store;
  std::uint64_t Before = residentLimit();
  setResidentLimit(residentBytes() + (std::uint64_t(200) << 20));
  SolverAnswer Answer = asked({Store.boolean(true)}, [] {
    void *Much = malloc(std::size_t(1) << 30);
    if (!Much)
      _exit(1);
    return answerOf(Satisfiable::No);
  });
  setResidentLimit(Before);
  EXPECT_EQ(Answer.What, Satisfiable::Unknown);
}

TEST(SolverProcess, OnlySmallQuestionsAreAskedHere) {
  TermStore Store;
  Term X = Store.variable(64, "x", VariableKind::Input), Y = Store.variable(64, "y", VariableKind::Input);
  Term Small = Store.ult(X, Y);
  Term Large = Store.eq(Store.urem(Store.mul(X, Y), Store.add(X, Y)), Store.constant(64, 77));
  Term Float = Store.flt(X, Y);
  EXPECT_TRUE(isSmall({Small}));
  EXPECT_FALSE(isSmall({Small, Large}));
  EXPECT_FALSE(isSmall({Float}));
  pid_t Process = 0;
  auto Ask = makeApartSolver(std::make_unique<Elsewhere>(Process));
  EXPECT_EQ(Ask->check({Small}, Long).What, Satisfiable::No);
  EXPECT_EQ(Process, getpid());
  Process = 0;
  EXPECT_EQ(Ask->check({Large}, Long).What, Satisfiable::No);
  EXPECT_EQ(Process, 0);
  EXPECT_EQ(Ask->statistics().Queries, 1u);
}

TEST(SolverProcess, AFloatingPointQuestionHasAModel) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term Sum = Store.feq(Store.fadd(X, Y), Store.constant(32, 0x40490fdb)); // pi
  Term Different = Store.flt(X, Y);
  SolverAnswer Answer = makeZ3Solver(Store)->check({Sum, Different}, Long);
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  EXPECT_TRUE(evaluate(Sum, Answer.Model).isOne());
  EXPECT_TRUE(evaluate(Different, Answer.Model).isOne());
}

TEST(SolverProcess, TheAssumptionSolverKeepsItsFactsThere) {
  TermStore Store;
  Term X = Store.variable(64, "x", VariableKind::Input), Y = Store.variable(64, "y", VariableKind::Input);
  auto Ask = makeAssumptionSolver(Store);
  Ask->assume(Store.ult(X, Store.constant(64, 10)));
  Ask->assume(Store.ult(Y, Store.constant(64, 10)));
  Term Product = Store.mul(X, Y);
  Term Wide = Store.eq(Store.urem(Product, Store.add(X, Y)), Store.udiv(Product, Store.constant(64, 3)));
  EXPECT_EQ(Ask->check(Store.andTerm(Wide, Store.ult(Store.constant(64, 81), Product)), Long).What, Satisfiable::No);
  SolverAnswer Answer = Ask->check(Store.andTerm(Wide, Store.ult(Store.constant(64, 2), Product)), Long);
  ASSERT_EQ(Answer.What, Satisfiable::Yes);
  EXPECT_TRUE(evaluate(Wide, Answer.Model).isOne());
}
