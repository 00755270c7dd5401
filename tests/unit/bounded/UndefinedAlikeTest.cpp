#include "unit/bounded/Prove.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

// Both versions do the same that is undefined, at the same place, on the same values: a named assumption. Whatever is
// not quite the same stays open.

using namespace vernier;
using namespace vernier::test;

namespace {

bool assumesDefined(const Proof &P) {
  return llvm::is_contained(P.Result.Judged.Assumptions, "defined-behaviour");
}

void expectAssumed(const std::string &Old, const std::string &New) {
  Proof P = prove(Old, New);
  EXPECT_TRUE(P.equal()) << P.text() << "\n" << New;
  EXPECT_TRUE(assumesDefined(P)) << P.text() << "\n" << New;
}

void expectOpen(const std::string &Old, const std::string &New) {
  Proof P = prove(Old, New);
  EXPECT_NE(P.Result.Judged.What, Answer::Equal) << P.text() << "\n" << Old << "\n" << New;
}

} // namespace

TEST(UndefinedAlike, NumbersThatDoNotFitAnInteger) {
  std::string Text = "int f(double d, int k) { int i = (int)d; return ";
  expectAssumed(Text + "i + k; }", Text + "k + i; }");
  expectAssumed("unsigned char f(float d, int k) { unsigned char c = d; return c + 2 * k; }",
                "unsigned char f(float d, int k) { unsigned char c = d; return c + (k << 1); }");
}

TEST(UndefinedAlike, OtherConversions) {
  expectOpen("int f(double d) { int i = (int)d; return i; }",
             "int f(double d) { int i = (int)(d + 1); return i - 1; }");
  expectOpen("int f(double d, int k) { return k > 3 ? (int)d : k; }",
             "int f(double d, int k) { int i = (int)d; return k > 3 ? i : k; }");
}

TEST(UndefinedAlike, ShiftsByTooMuch) {
  std::string Text = "int f(int x, int n, int k) { int y = x << n; return y + ";
  expectAssumed(Text + "2 * k; }", Text + "k + k; }");
}

TEST(UndefinedAlike, AccessesOutsideOfTheSameObject) {
  std::string Read = "int f(int *a, int i, int k) { int x = a[i]; return x + ";
  expectAssumed(Read + "2 * k; }", Read + "k + k; }");
  std::string Local = "int f(int i, int k) { int a[3] = {1, 2, 3}; int x = a[i]; return x + ";
  expectAssumed(Local + "2 * k; }", Local + "k + k; }");
  std::string Write = "int a[4]; int f(int i, int k) { a[i] = k; return ";
  expectAssumed(Write + "2 * k; }", Write + "k + k; }");
}

TEST(UndefinedAlike, AccessesElsewhere) {
  std::string Text = "int a[4], b[4]; int f(int i, int k) { ";
  expectOpen(Text + "return a[i] + b[i]; }", Text + "return b[i] + a[i]; }");
  expectOpen("int f(int i) { int a[3] = {1, 2, 3}; return a[i]; }",
             "int f(int i) { int b[4] = {9, 9, 9, 9}; int a[3] = {1, 2, 3}; return a[i] + b[1] - 9; }");
}

TEST(UndefinedAlike, NeighboursThatChangedPlaces) {
  expectOpen("int a[2] = {1, 1}, b[3] = {7}; int f(int x) { a[x] = 0; return b[0]; }",
             "int b[3] = {7}, a[2] = {1, 1}; int f(int x) { a[x] = 0; return b[0]; }");
}

TEST(UndefinedAlike, OnlyOneVersionGetsThere) {
  expectOpen("int f(int *a, int i) { if (i > 9) return 0; return a[i]; }",
             "int f(int *a, int i) { if (i > 10) return 0; return a[i]; }");
}

TEST(UndefinedAlike, WhatIsShownBeforeCounts) {
  std::string Text = "int putchar(int); int f(int *a, int i) { putchar(";
  expectOpen(Text + "i > 3 ? 'a' : 'b'); return a[i]; }", Text + "i > 4 ? 'a' : 'b'); return a[i]; }");
  expectAssumed(Text + "i > 3 ? 'a' : 'b'); return a[i]; }", Text + "3 < i ? 'a' : 'b'); return a[i]; }");
}

TEST(UndefinedAlike, OverflowThatIsLookedForStaysOpen) {
  ProofOptions Checked;
  Checked.CheckOverflow = true;
  Proof P = prove("int f(int a, int k) { int x = a + 1; return x / 2 + k % 7; }",
                  "int f(int a, int k) { int x = a + 1; return k % 7 + x / 2; }", "f", Checked);
  EXPECT_NE(P.Result.Judged.What, Answer::Equal) << P.text();
}

TEST(ArraysOfConstantLength, ThatAreCalledVariable) {
  std::string Text = "int f(int x) { const int n = 5; int a[n]; for (int i = 0; i < n; i++) a[i] = x + i; return ";
  Proof Equal = prove(Text + "a[1] + a[4]; }", Text + "a[4] + a[1]; }");
  EXPECT_TRUE(Equal.equal()) << Equal.text();
  Proof Different = prove(Text + "a[1] + a[4]; }", Text + "a[1] + a[4] + (x == 77); }");
  EXPECT_TRUE(Different.different()) << Different.text();
}

TEST(ArraysOfConstantLength, AreNewInEachIteration) {
  std::string Text = "int f(int x) { int s = 0; for (int i = 0; i < 3; i++) { const int n = 2; int a[n]; "
                     "if (i == 0) a[0] = x; else a[0] = i; a[1] = s; ";
  Proof P = prove(Text + "s += a[0] + a[1]; } return s; }", Text + "s += a[1] + a[0]; } return s; }");
  EXPECT_TRUE(P.equal()) << P.text();
  // What the array held an iteration ago is gone.
  std::string Stale = "int f(int x) { int *p = 0, s = 0; for (int i = 0; i < 2; i++) { const int n = 2; int a[n]; "
                      "a[0] = x; if (p && i) s += *p; p = a; } return s + ";
  expectOpen(Stale + "2 * x; }", Stale + "x + x + (x == 8); }");
}

TEST(ArraysOfConstantLength, AllocaLastsUntilItsFunctionEnds) {
  std::string Text = "void *__builtin_alloca(unsigned long); int f(int x, int y) { int *p = &y; "
                     "if (x > 3) { p = __builtin_alloca(8); *p = x; } else { const int n = 2; int a[n]; a[0] = x; "
                     "y += a[0]; } return *p + ";
  Proof P = prove(Text + "2 * x; }", Text + "x + x; }");
  EXPECT_TRUE(P.equal()) << P.text();
  EXPECT_FALSE(assumesDefined(P)) << P.text();
}
