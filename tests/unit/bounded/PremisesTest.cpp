#include "unit/bounded/Prove.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

// What an equality of functions rests on beyond the formula: ends of recursion, and what only a caller sees.

using namespace vernier;
using namespace vernier::test;

namespace {

void expectNotEqual(const std::string &Old, const std::string &New) {
  ProofOptions Options;
  Options.Time = std::chrono::milliseconds(3000);
  Proof P = prove(Old, New, "f", Options);
  EXPECT_FALSE(P.equal()) << P.text() << "\n" << New;
}

void expectEqual(const std::string &Old, const std::string &New) {
  Proof P = prove(Old, New);
  EXPECT_TRUE(P.equal()) << P.text() << "\n" << New;
}

bool assumes(const std::string &Old, const std::string &New, const std::string &Code) {
  Proof P = prove(Old, New);
  EXPECT_TRUE(P.equal()) << P.text() << "\n" << New;
  return llvm::is_contained(P.Result.Judged.Assumptions, Code);
}

} // namespace

TEST(Premises, InductionThatForgetsToEnd) {
  const char *Down = "int f(int x) { if (x <= 0) return 0; return f(x - 1); }";
  expectNotEqual(Down, "int f(int x) { if (x <= 0) return 0; int r = f(x - 1); int q = f(x); return q - q + r; }");
  expectNotEqual("int f(int x) { if (x <= 0) return 0; int r = f(x - 1); int q = f(x); return q - q + r; }", Down);
  expectNotEqual(Down, "int f(int x) { if (x <= 0) return 0; f(x + 1); return f(x - 1); }");
  expectNotEqual(Down, "int f(int x) { if (x < 0) { f(x); return 0; } if (x <= 0) return 0; return f(x - 1); }");
}

TEST(Premises, InductionWithTheSameCalls) {
  // Whether it ends is not known, but both do or none does.
  expectEqual("int f(unsigned n) { if (n <= 1) return 0; return 1 + f(n % 2 ? 3 * n + 1 : n / 2); }",
              "int f(unsigned n) { if (n < 2) return 0; return f(n % 2 == 0 ? n / 2 : n * 3 + 1) + 1; }");
}

TEST(Premises, InductionThatComesCloserToAnEnd) {
  expectEqual("int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }",
              "int f(int n) { if (n < 2) return 1; int b = f(n - 2); return b + f(n - 1); }");
  // Other calls than before, but both get smaller.
  expectEqual("int f(int n) { return n <= 0 ? 0 : f(n - 1); }",
              "int f(int n) { if (n <= 0) return 0; int r = f(n - 1); if (n > 5) { int q = f(n - 2); r += q - q; } "
              "return r; }");
}

TEST(Premises, AKnownRecursionWithoutEndIsSurvived) {
  expectNotEqual("int g(int n) { return n == 0 ? 0 : g(n + 2); } int f(void) { return g(1); }",
                 "int g(int n) { return n == 0 ? 1 : g(n + 2); } int f(void) { return g(1); }");
}

TEST(Premises, WhatOnlyACallerSees) {
  std::string Declare = "int printf(const char *, ...); int puts(const char *); int fflush(void *);\n"
                        "void exit(int); void _exit(int); void quick_exit(int);\n";
  EXPECT_TRUE(assumes(Declare + "void f(int x) { if (x) exit(3); }", Declare + "void f(int x) { if (x) _exit(3); }",
                      "events-unseen"));
  EXPECT_TRUE(assumes(Declare + "void f(int x) { if (x) _exit(3); }",
                      Declare + "void f(int x) { if (x) quick_exit(3); }", "events-unseen"));
  EXPECT_TRUE(assumes(Declare + "int f(int x) { return x; }", Declare + "int f(int x) { fflush(0); return x; }",
                      "events-unseen"));
  EXPECT_FALSE(assumes(Declare + "void f(int x) { printf(\"%d\", x + x); }",
                       Declare + "void f(int x) { printf(\"%d\", 2 * x); }", "events-unseen"));
  EXPECT_TRUE(assumes(Declare + "int f(void) { return printf(\"ab\"); }",
                      Declare + "int f(void) { printf(\"ab\"); return 2; }", "output-succeeds"));
}

TEST(Premises, WhatAHandlerFinds) {
  EXPECT_TRUE(assumes("int g; int f(int x) { g = 1; return 10 / x; }",
                      "int g; int f(int x) { int r = 10 / x; g = 1; return r; }", "no-handlers"));
  EXPECT_FALSE(assumes("int g; int f(int x) { g = 1; return 10 / x; }",
                       "int g; int f(int x) { int d = x; g = 1; return 10 / d; }", "no-handlers"));
  EXPECT_TRUE(assumes("void f(int *p, int x) { *p = 1; *p = 10 / x; }", "void f(int *p, int x) { *p = 10 / x; }",
                      "no-handlers"));
  EXPECT_TRUE(assumes("void abort(void); int g; void f(int x) { g = x; abort(); }",
                      "void abort(void); int g; void f(int x) { abort(); }", "no-handlers"));
}

TEST(Premises, HowMuchStackThereIs) {
  EXPECT_TRUE(assumes("int f(int x) { return x; }", "int f(int x) { char a[1 << 20]; a[5] = 1; return x * a[5]; }",
                      "stack-suffices"));
  EXPECT_FALSE(assumes("int f(int x) { return x; }", "int f(int x) { char a[1 << 10]; a[5] = 1; return x * a[5]; }",
                       "stack-suffices"));
  std::string Room = "static int room(int x) { char a[1 << 20]; a[5] = 1; return x * a[5]; }\n";
  EXPECT_FALSE(assumes(Room + "int f(int x) { return room(x) + 1; }", Room + "int f(int x) { return 1 + room(x); }",
                       "stack-suffices"));
  EXPECT_TRUE(assumes(Room + "int f(int x) { return x > 3 ? room(x) : x; }",
                      Room + "int f(int x) { return x > 3 ? x : room(x); }", "stack-suffices"));
}

TEST(Premises, WhatTheProgramRunsIn) {
  std::string Letter = "int isalpha(int); int f(unsigned char c) { return !!isalpha(c); }\n";
  std::string Ranges = "int f(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }\n";
  std::string Main = "int main(void) { return f('x'); }\n";
  EXPECT_TRUE(assumes(Letter, Ranges, "c-locale"));
  EXPECT_FALSE(assumes(Letter + Main, Ranges + Main, "c-locale"));
  EXPECT_TRUE(
      assumes("double f(double x) { return x * 2; }", "double f(double x) { return x + x; }", "round-to-nearest"));
  std::string Rounds = "int main(void) { __builtin_ia32_ldmxcsr(0x5f80); return f(1); }\n";
  std::string Assembly = "int main(void) { unsigned m = 0x5f80; __asm__(\"ldmxcsr %0\" : : \"m\"(m)); return f(1); }\n";
  std::string Twice = "double f(double x) { return x * 2; }\n", Sum = "double f(double x) { return x + x; }\n";
  EXPECT_TRUE(assumes(Twice + Rounds, Sum + Rounds, "round-to-nearest"));
  EXPECT_TRUE(assumes(Twice + Assembly, Sum + Assembly, "round-to-nearest"));
  EXPECT_FALSE(assumes(Twice + Main, Sum + Main, "round-to-nearest"));
}

TEST(Premises, TheEnvironmentOfFloatingPointIsNotUnderstood) {
  std::string Ask = "int fetestexcept(int);\n";
  expectNotEqual(Ask + "int f(double x) { double r = x / 3; return r > 0 ? fetestexcept(61) : fetestexcept(61); }",
                 Ask + "int f(double x) { return fetestexcept(61); }");
}

TEST(Premises, AnotherStreamBecomesStandardOutput) {
  std::string Declare = "typedef struct file FILE; extern FILE *stdout, *stderr; int fputs(const char *, FILE *); "
                        "int puts(const char *);\n";
  expectNotEqual(Declare + "void f(void) { stdout = stderr; puts(\"a\"); }",
                 Declare + "void f(void) { stdout = stderr; puts(\"b\"); }");
}

TEST(Premises, WhatOtherThreadsSee) {
  expectNotEqual("_Atomic int a, b; void f(void) { a = 1; b = 1; }",
                 "_Atomic int a, b; void f(void) { b = 1; a = 1; }");
  std::string Block = "struct s { int a[20]; }; volatile struct s v; struct s p;\n";
  EXPECT_TRUE(
      assumes(Block + "void f(void) { v = p; v = p; }", Block + "void f(void) { v = p; }", "volatile-as-memory"));
}

TEST(Premises, WhatMathematicsLeavesInTheErrorNumber) {
  std::string Declare = "double log(double), sqrt(double), fmod(double, double), fabs(double);";
  for (const char *Call : {"log(x)", "sqrt(x)", "fmod(x, 3)", "fmod(3, x)"})
    expectNotEqual(Declare + "int f(double x) { " + Call + "; return 2; }", Declare + "int f(double x) { return 2; }");
  expectNotEqual(Declare + "double f(double x) { return sqrt(x); }",
                 Declare + "double f(double x) { return x < 0 ? x * 0 / 0 : sqrt(x); }");
  // The same function of the same number leaves the same, however often it is called.
  expectEqual(Declare + "double f(double x) { return log(x) + log(x); }",
              Declare + "double f(double x) { double l = log(x); return l + l; }");
  expectEqual(Declare + "double f(double x) { return sqrt(x) - sqrt(x); }",
              Declare + "double f(double x) { double r = sqrt(x); return r - r; }");
  expectEqual(Declare + "double f(double x) { return sqrt(fabs(x)); }",
              Declare + "double f(double x) { return x < 0 ? sqrt(-x) : sqrt(fabs(x)); }");
}

TEST(Premises, FunctionsOfTheLibraryThatChangeTheProcess) {
  std::string Declare = "int dup2(int, int); int putchar(int); typedef struct file FILE; extern FILE *stderr;"
                        "int fputc(int, FILE *);\n";
  expectNotEqual(Declare + "void f(void) { dup2(2, 1); putchar('a'); fputc('b', stderr); }",
                 Declare + "void f(void) { dup2(2, 1); fputc('b', stderr); putchar('a'); }");
}
