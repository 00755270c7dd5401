#include "unit/bounded/Prove.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

// Pairs that the bounded proof once claimed equal, or died of. Each names what was overlooked.

using namespace vernier;
using namespace vernier::test;

namespace {

void expectNotEqual(const std::string &Old, const std::string &New, ProofOptions Options = {},
                    const std::string &Entry = "f") {
  Proof P = prove(Old, New, Entry, std::move(Options));
  EXPECT_NE(P.Result.Judged.What, Answer::Equal) << P.text() << "\n" << Old << "\n" << New;
  for (const BoundedPartition &Each : P.Result.Partitions)
    EXPECT_FALSE(Each.What == Answer::Equal && Each.WholeSpace) << P.text();
}

void expectEqual(const std::string &Old, const std::string &New) {
  Proof P = prove(Old, New);
  EXPECT_TRUE(P.equal()) << P.text() << "\n" << Old << "\n" << New;
}

ProofOptions within(const std::string &Parameter, const std::string &Min, const std::string &Max) {
  ProofOptions Options;
  Options.Input.Bounds.push_back({Parameter, {Min, Max}});
  return Options;
}

} // namespace

TEST(BoundedRegression, InductionLeavesTheBoundsOfTheParameter) {
  expectNotEqual("int f(int n) { if (n <= 0) return 0; return f(n - 1) + n; }",
                 "int f(int n) { if (n <= 0) return 1; return f(n - 1) + n; }", within("n", "5", "1000"));
}

TEST(BoundedRegression, InductionOverAnyDepth) {
  expectEqual("int f(int n) { if (n <= 0) return 0; return f(n - 1) + n; }",
              "int f(int n) { if (0 >= n) return 0; return n + f(n - 1); }");
}

TEST(BoundedRegression, InductionWithParametersPairedByName) {
  expectNotEqual("int f(int a, int b) { if (a <= 0) return b; return f(a - 1, b); }",
                 "int f(int b, int a) { if (a <= 0) return b; return f(a - 1, b); }");
}

TEST(BoundedRegression, FunctionsThatCallEachOtherAndOneIsChanged) {
  std::string Old = "int a(int n); int b(int n) { int r = n > 0 ? a(n - 1) : 0; return r + 1; }"
                    "int a(int n) { return b(n); }";
  std::string New = "int a(int n); int b(int n) { int r = n > 0 ? a(n - 1) : 0; if (n == 7) r++; return r + 1; }"
                    "int a(int n) { return b(n); }";
  expectNotEqual(Old + "int f(int x) { return a(x) + x * 2; }", New + "int f(int x) { return a(x) + x + x; }");
}

TEST(BoundedRegression, CodeThatRunsBehindMain) {
  std::string Text = "int puts(const char *); __attribute__((destructor)) void last(void) { puts(\"";
  expectNotEqual(Text + "a\"); } int main(void) { return 0; }", Text + "b\"); } int main(void) { return 0; }", {},
                 "main");
}

TEST(BoundedRegression, AGlobalOfTheInputIsNotWhatTheConstructorLeft) {
  std::string Text = "int g; __attribute__((constructor)) void first(void) { g = 5; } int f(int x) { return x + ";
  ProofOptions Any;
  Any.Input.AllGlobalsSymbolic = true;
  expectNotEqual(Text + "g; }", Text + "5; }", Any);
}

TEST(BoundedRegression, AWrittenGlobalThatGotAnotherSize) {
  expectNotEqual("char b[4]; void f(int x) { b[0] = x; }", "char b[8]; void f(int x) { b[0] = x + 1; }");
  expectEqual("char b[4]; void f(int x) { b[0] = x; }", "char b[8]; void f(int x) { b[0] = 0 + x; }");
}

TEST(BoundedRegression, OutputThatMovedAcrossCodeThatIsNotHere) {
  std::string Text = "int putchar(int); void tick(int); void f(int x) { ";
  expectNotEqual(Text + "putchar('a'); tick(x); }", Text + "tick(x); putchar('a'); }");
  expectEqual(Text + "putchar('a'); tick(x + x); }", Text + "putchar('a'); tick(2 * x); }");
}

TEST(BoundedRegression, TheErrorNumberIsStateOfTheCaller) {
  std::string Text = "int *__errno_location(void); int f(int x) { if (x < 0) { *__errno_location() = ";
  expectNotEqual(Text + "22; return -1; } return x; }", Text + "34; return -1; } return x; }");
  expectEqual(Text + "22; return -1; } return x; }", Text + "20 + 2; return -1; } return x; }");
  expectNotEqual("int *__errno_location(void); int f(int x) { return *__errno_location() ? 0 : x; }",
                 "int f(int x) { return x; }");
}

TEST(BoundedRegression, CountingTheZerosOfZeroIsUndefined) {
  expectNotEqual("int f(unsigned x) { return __builtin_clz(x); }",
                 "int f(unsigned x) { return x ? __builtin_clz(x) : 32; }");
}

TEST(BoundedRegression, ANullPointerPrintedAsAText) {
  std::string Text = "int printf(const char *, ...); int f(char *p) { ";
  ProofOptions Null;
  Null.Input.Nullable.push_back("p");
  expectNotEqual(Text + "printf(\"%s\\n\", p); return 1; }",
                 Text + "if (!p) return *p; printf(\"%s\\n\", p); return 1; }", Null);
}

TEST(BoundedRegression, AVariableOfAThreadInAnUnchangedCallee) {
  std::string Text = "static __thread int t = 3; int h(int n) { int s = 0; for (int i = 0; i < n; i++) s += t; "
                     "return s; } int f(int x) { return ";
  Proof P = prove(Text + "h(x) * 2; }", Text + "h(x) + h(x); }");
  EXPECT_EQ(P.Result.Judged.What, Answer::Unknown) << P.text();
}

TEST(BoundedRegression, ConversionsRoundTowardZero) {
  Proof P = prove("int f(double d) { return (int)d; }", "int f(double d) { return (int)(float)d; }");
  EXPECT_NE(P.Result.Judged.What, Answer::Equal) << P.text();
}

TEST(BoundedRegression, AnEndlessLoopOfNothingButPhis) {
  ProofOptions Short;
  Short.Time = std::chrono::milliseconds(1000);
  std::string Text = "int f(int a, int b) { for (;;) { int t = a; a = b; b = t; } return ";
  Proof P = prove(Text + "1; }", Text + "2; }", "f", Short);
  EXPECT_EQ(P.Result.Judged.What, Answer::Unknown) << P.text();
}

TEST(BoundedRegression, AWrittenGlobalThatTheOtherVersionLacks) {
  Proof P = prove("int a; void f(int x) { a = x; }", "int b; void f(int x) { b = x + 1; }");
  if (P.Result.Judged.What == Answer::Equal)
    EXPECT_TRUE(llvm::is_contained(P.Result.Judged.Assumptions, "unpaired-globals")) << P.text();
}

TEST(BoundedRegression, AKnownNumberThatIsPrintedVeryWide) {
  std::string Text = "int printf(const char *, ...); void f(int x) { printf(\"%600d\", ";
  expectEqual(Text + "5); }", Text + "2 + 3); }");
}

TEST(BoundedRegression, AFunctionThatAssemblyOutsideOfFunctionsDefines) {
  auto Version = [](const std::string &Number) {
    return "__asm__(\".text\\ng: movl $" + Number + ", %eax\\nret\\n\"); int g(void); int f(int x) { return g() + x; }";
  };
  expectNotEqual(Version("1"), Version("2"));
  expectEqual(Version("1"), Version("1"));
}

TEST(BoundedRegression, MemoryOfASegmentIsNotThatBehindTheSameNumber) {
  std::string Begin = "int f(unsigned x) { int y = x; int *p = &y; if (x == 5) return ";
  expectNotEqual(Begin + "*p; return y; }", Begin + "*(__seg_fs int *)(unsigned long)p; return y; }");
  expectNotEqual("int f(void) { return *(__seg_fs int *)16; }", "int f(void) { return *(__seg_gs int *)16; }");
}
