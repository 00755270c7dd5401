#include "random/Execution.h"
#include "support/CompileText.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <gtest/gtest.h>

#include <csignal>

using namespace vernier;
using namespace vernier::test;

namespace {

CompiledProgram compiled(const std::string &Text) {
  auto Code = compileForExecution(compileText(Text).module());
  if (!Code)
    ADD_FAILURE() << Code.error().Message;
  return Code ? *Code : CompiledProgram{};
}

TEST(Execution, CollectsEverythingThatIsSeen) {
  auto P = compiled("void out_int(int); void out_char(int); int printf(const char *, ...);\n"
                    "int program(signed char a, unsigned short b) {\n"
                    "  out_int(a); out_char('x'); printf(\"%d;\", b); return a - b; }");
  Outcome Out = run(P, Input{-3, 65535});
  EXPECT_EQ(Out.End, Ending::Returned);
  EXPECT_EQ(Out.Returned, -65538);
  EXPECT_EQ(Out.Events, (std::vector<OutputEvent>{{false, -3}, {true, 'x'}}));
  EXPECT_EQ(Out.Stdout, "65535;");
}

TEST(Execution, EveryRunStartsAfresh) {
  std::string Text = "void out_int(int); int g = 5; int a[3] = {1, 2, 3}; int *p = &g;\n"
                     "void program(int x) { static int n = 7; out_int(g); out_int(a[1]); out_int(n); out_int(*p);\n"
                     "  g += x; a[1] = x; n++; p = &a[0]; }";
  auto P = compiled(Text);
  EXPECT_TRUE(P.Resettable);
  for (bool Fork : {false, true}) {
    RunLimits Limits;
    Limits.ForkPerInput = Fork;
    for (const Outcome &Out : runAll(P, {{1}, {2}, {3}}, Limits))
      EXPECT_EQ(Out.text(), "5 2 7 5 returned 0");
  }
}

TEST(Execution, EndingsAreTold) {
  auto P = compiled("void out_int(int); void exit(int); void _exit(int); void abort(void);\n"
                    "int printf(const char *, ...); int zero;\n"
                    "int program(int x) { out_int(x); printf(\"buffered\"); if (x == 1) exit(3); if (x == 2) abort();\n"
                    "  if (x == 3) return x / zero; if (x == 4) for (;;) ; if (x == 5) *(volatile int *)0 = 1;\n"
                    "  if (x == 6) _exit(4); return 9; }");
  RunLimits Limits;
  Limits.CpuPerInput = std::chrono::milliseconds(50);
  auto Outs = runAll(P, {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}, Limits);
  EXPECT_EQ(Outs[0].text(), "0 stdout \"buffered\" returned 9");
  EXPECT_EQ(Outs[1].text(), "1 stdout \"buffered\" exit 3");
  EXPECT_EQ(Outs[2].Code, SIGABRT);
  EXPECT_EQ(Outs[2].Events.size(), 1u) << "what was seen before the end counts";
  EXPECT_EQ(Outs[3].Code, SIGFPE);
  EXPECT_EQ(Outs[4].End, Ending::TimedOut);
  EXPECT_FALSE(Outs[4].comparable());
  EXPECT_EQ(Outs[5].Code, SIGSEGV);
  EXPECT_EQ(Outs[6].text(), "6 exit 4") << "_exit loses the buffer";
  EXPECT_EQ(Outs[7].text(), "7 stdout \"buffered\" returned 9");
}

TEST(Execution, LibraryStateIsFreshToo) {
  auto P =
      compiled("int getchar(void); int putenv(char *); char *getenv(const char *); static char s[] = \"VERNIER_X=1\";\n"
               "int program(int x) { int c = getchar(); int was = getenv(\"VERNIER_X\") != 0; if (x) putenv(s);\n"
               "  return c * 2 + was; }");
  EXPECT_FALSE(P.Resettable);
  for (const Outcome &Out : runAll(P, {{1}, {1}, {0}}))
    EXPECT_EQ(Out.Returned, 'T' * 2);
}

TEST(Execution, ConstructorsRunFirst) {
  auto P = compiled("int g = 1; __attribute__((constructor)) static void early(void) { g += 4; }\n"
                    "int program(void) { return g; }");
  for (const Outcome &Out : runAll(P, {{}, {}}))
    EXPECT_EQ(Out.Returned, 5);
}

TEST(Execution, TheProgramsOwnFunctionsWin) {
  auto P = compiled("int toupper(int c) { return c; } int program(int c) { return toupper(c); }");
  EXPECT_EQ(run(P, Input{'a'}).Returned, 'a');
  auto Q = compiled("int toupper(int c); int program(int c) { return toupper(c); }");
  EXPECT_EQ(run(Q, Input{'a'}).Returned, 'A');
}

TEST(Execution, MarksTellWhatWasReached) {
  auto P = compileText("int program(int x) { int y = 1;\n  if (x > 2)\n    y = 5;\n  return y; }");
  auto Marked = markChanged(
      P.module(),
      [](const llvm::Instruction &I) {
        auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
        auto *Value = Store ? llvm::dyn_cast<llvm::ConstantInt>(Store->getValueOperand()) : nullptr;
        return Value && Value->getSExtValue() == 5;
      },
      [](auto &, auto &) { return false; });
  auto Code = compileForExecution(std::move(Marked));
  ASSERT_TRUE(Code);
  EXPECT_FALSE(run(*Code, Input{2}).Changed);
  EXPECT_TRUE(run(*Code, Input{3}).Changed);
  EXPECT_EQ(run(*Code, Input{3}).Returned, 5);
}

TEST(Execution, MarksOnEdgesWithPhisAndSwitches) {
  auto P = compileText("int program(int x) { int y = (x > 0 && x < 5) ? 1 : 2;\n"
                       "  switch (x) { case 1: case 2: y += 10; break; default: y += 20; }\n  return y; }");
  // All edges out of the switch block, and into every block with a phi.
  auto Edge = [](const llvm::BasicBlock &From, const llvm::BasicBlock &To) {
    return llvm::isa<llvm::SwitchInst>(From.getTerminator()) || llvm::isa<llvm::PHINode>(To.front());
  };
  auto Plain = compileForExecution(P.module());
  auto Code = compileForExecution(markChanged(P.module(), [](auto &) { return false; }, Edge));
  ASSERT_TRUE(Plain);
  ASSERT_TRUE(Code) << Code.error().Message;
  for (std::int64_t X = -2; X < 8; ++X) {
    Outcome A = run(*Plain, Input{X}), B = run(*Code, Input{X});
    EXPECT_TRUE(A.sameBehaviour(B)) << X;
    EXPECT_TRUE(B.Changed);
    EXPECT_FALSE(A.Changed);
  }
}

TEST(Execution, BruteForceFindsExactlyTheDifferences) {
  std::string Head = "void out_int(int); void program(int x, signed char y) { if (x ";
  auto Old = compiled(Head + "> 5) out_int(y); }"), New = compiled(Head + ">= 5) out_int(y); }");
  std::vector<InputParameter> Space(2);
  Space[0].Min = 0, Space[0].Max = 9, Space[1].Min = -128, Space[1].Max = 127;
  Comparison Result = bruteForce(Old, New, allInputs(Space));
  EXPECT_EQ(Result.Equal, 9u * 256);
  EXPECT_EQ(Result.Different.size(), 256u);
  for (const Input &In : Result.Different)
    EXPECT_EQ(In[0], 5);
  EXPECT_TRUE(Result.Undecided.empty());
}

TEST(Execution, SamplesAreDistinctAndWithinRange) {
  std::vector<InputParameter> Space(2);
  Space[0].Min = -128, Space[0].Max = 127, Space[1].Min = 0, Space[1].Max = 15;
  auto Inputs = sampleInputs(Space, 24, 1);
  EXPECT_EQ(Inputs.size(), 24u);
  EXPECT_EQ(Inputs.front(), (Input{-128, 0}));
  EXPECT_EQ(Inputs.back(), (Input{127, 15}));
  EXPECT_EQ(sampleInputs(Space, 5000, 1).size(), 4096u);
}

/// Random programs do what they promise: they end, without traps, and two ways of making a run fresh agree.
TEST(Execution, RandomProgramsTerminateAndRunsAreIndependent) {
  unsigned Observable = 0;
  for (std::uint64_t Seed = 5000; Seed < 5040; ++Seed) {
    RandomPair Pair = generatePair(Seed);
    auto Inputs = sampleInputs(Pair.Parameters, 12, Seed);
    for (const std::string *Text : {&Pair.OldText, &Pair.NewText}) {
      auto P = compiled(*Text);
      auto Fast = runAll(P, Inputs);
      RunLimits Limits;
      Limits.ForkPerInput = true;
      auto Slow = runAll(P, Inputs, Limits);
      for (std::size_t K = 0; K < Inputs.size(); ++K) {
        SCOPED_TRACE("seed " + std::to_string(Seed) + " input " + text(Inputs[K]));
        EXPECT_TRUE(Fast[K].End == Ending::Returned || Fast[K].End == Ending::Exited) << Fast[K].text() << *Text;
        EXPECT_TRUE(Fast[K].sameBehaviour(Slow[K])) << Fast[K].text() << "\n" << Slow[K].text() << *Text;
        Observable += !Fast[K].Events.empty();
      }
    }
  }
  EXPECT_GT(Observable, 500u);
}

} // namespace
