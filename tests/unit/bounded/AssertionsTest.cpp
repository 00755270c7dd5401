// Assertions at locations of one version: `vernier.assert.NAME(condition)`.

#include "bounded/Bounded.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;
using Judgement = AssertionVerdict::Status;

namespace {

struct Asked {
  InputSpace Space;
  std::map<std::string, AssertionVerdict> Verdicts;

  Judgement what(const std::string &Name) { return Verdicts.at(Name).What; }
  std::string why(const std::string &Name) {
    const AssertionVerdict &Each = Verdicts.at(Name);
    return Name + ": " + std::to_string(static_cast<int>(Each.What)) + " " + Each.Why.Code + " " + Each.Why.Message;
  }
  /// The value of a leaf in the counterexample, signed.
  std::int64_t counter(const std::string &Name, const std::string &Leaf) {
    for (std::size_t I = 0; I < Space.Leaves.size(); ++I)
      if (Space.Leaves[I].Name == Leaf)
        return Verdicts.at(Name).Counterexample->at(I).getSExtValue();
    ADD_FAILURE() << "no leaf " << Leaf;
    return 0;
  }
};

/// Proves the assertions of f; check_a to check_j assert.
Asked ask(const std::string &Body, unsigned Bound = 8, InputOptions Input = {},
          std::chrono::milliseconds QueryTime = std::chrono::milliseconds(5000)) {
  std::string Text;
  for (char Name = 'a'; Name <= 'j'; ++Name)
    Text += std::string("void check_") + Name + "(_Bool) __asm__(\"vernier.assert." + Name + "\");\n";
  Program P = compileText(Text + Body);
  Input.Entry = "f";
  auto Space = inputSpace(P, P, Input);
  EXPECT_TRUE(static_cast<bool>(Space)) << (Space ? "" : Space.error().Message);
  BoundedOptions Options;
  Options.QueryTime = QueryTime;
  Asked Result;
  Result.Space = *Space;
  for (AssertionVerdict &Each : proveAssertions(P, *Space, Options, Bound))
    Result.Verdicts[Each.Name] = std::move(Each);
  return Result;
}

} // namespace

TEST(Assertions, Proved) {
  Asked A =
      ask("void f(int x, int y) { int m = x < y ? x : y; check_a(m <= x); check_b(m <= y && (m == x || m == y)); }");
  EXPECT_EQ(A.what("a"), Judgement::Proved) << A.why("a");
  EXPECT_EQ(A.what("b"), Judgement::Proved) << A.why("b");
}

TEST(Assertions, RefutedWithAnInputThatFails) {
  Asked A = ask("void f(int x) { int y = x < 0 ? -x : x; check_a(y >= 0); if (x > 10) check_b(x * 7 != 105); }");
  ASSERT_EQ(A.what("a"), Judgement::Refuted) << A.why("a");
  EXPECT_EQ(A.counter("a", "x"), INT32_MIN); // the only one
  ASSERT_EQ(A.what("b"), Judgement::Refuted) << A.why("b");
  std::int64_t X = A.counter("b", "x");
  EXPECT_GT(X, 10);
  EXPECT_EQ(static_cast<std::int32_t>(static_cast<std::uint32_t>(X) * 7), 105);
}

TEST(Assertions, CounterexamplesLieWithinTheBounds) {
  InputOptions Input;
  Input.Bounds = {{"x", {"-5", "5"}}, {"y", {"100", "200"}}};
  Asked A =
      ask("void f(int x, unsigned char y) { check_a(x * x < 25); check_b(x * x < 26); check_c(y < 200 || x != 3); }", 8,
          Input);
  ASSERT_EQ(A.what("a"), Judgement::Refuted) << A.why("a");
  EXPECT_EQ(std::abs(A.counter("a", "x")), 5);
  EXPECT_EQ(A.what("b"), Judgement::Proved) << A.why("b");
  ASSERT_EQ(A.what("c"), Judgement::Refuted) << A.why("c");
  EXPECT_EQ(A.counter("c", "x"), 3);
  EXPECT_EQ(A.counter("c", "y") & 255, 200);
  // The other leaves have values of theirs too.
  EXPECT_GE(A.counter("a", "y") & 255, 100);
  EXPECT_LE(A.counter("a", "y") & 255, 200);
}

TEST(Assertions, ReachedOnSomePathsOnly) {
  Asked A =
      ask("void f(int x) { if (x > 5) { if (x < 3) check_a(0); check_b(x != 5); } else { check_c(x <= 5); return; } "
          "check_d(x > 5); }");
  EXPECT_EQ(A.what("a"), Judgement::Unreached) << A.why("a");
  EXPECT_EQ(A.what("b"), Judgement::Proved) << A.why("b");
  EXPECT_EQ(A.what("c"), Judgement::Proved) << A.why("c");
  EXPECT_EQ(A.what("d"), Judgement::Proved) << A.why("d");
}

TEST(Assertions, OneNameAtTwoPlaces) {
  Asked A = ask(
      "void f(int x) { if (x > 0) check_a(x != 0); else check_a(x != -7); if (x) check_b(x != 0); else check_b(!x); }");
  ASSERT_EQ(A.what("a"), Judgement::Refuted) << A.why("a");
  EXPECT_EQ(A.counter("a", "x"), -7);
  EXPECT_EQ(A.what("b"), Judgement::Proved) << A.why("b");
}

TEST(Assertions, UpToTheBoundOfALoop) {
  const char *Text =
      "void f(unsigned n) { unsigned i = 0; for (; i < n; i++) check_a(i < n); check_b(i == n); check_c(i != 3); "
      "check_d(i != 100); }";
  Asked A = ask(Text, 5);
  EXPECT_EQ(A.what("a"), Judgement::ProvedUpToBound) << A.why("a");
  EXPECT_FALSE(A.Verdicts.at("a").Why.Code.empty());
  EXPECT_EQ(A.what("b"), Judgement::ProvedUpToBound) << A.why("b");
  ASSERT_EQ(A.what("c"), Judgement::Refuted) << A.why("c");
  EXPECT_EQ(A.counter("c", "n"), 3);
  EXPECT_EQ(A.what("d"), Judgement::ProvedUpToBound) << A.why("d"); // fails beyond the bound
  // Where the bound suffices, it is a proof.
  InputOptions Few;
  Few.Bounds = {{"n", {"0", "4"}}};
  Asked B = ask(Text, 6, Few);
  EXPECT_EQ(B.what("a"), Judgement::Proved) << B.why("a");
  EXPECT_EQ(B.what("b"), Judgement::Proved) << B.why("b");
  EXPECT_EQ(B.what("c"), Judgement::Refuted) << B.why("c");
  EXPECT_EQ(B.what("d"), Judgement::Proved) << B.why("d");
}

TEST(Assertions, UnknownBehindWhatIsNotUnderstood) {
  Asked A = ask("void f(int x) { __asm__ volatile(\"nop\"); check_a(1); }");
  EXPECT_EQ(A.what("a"), Judgement::Unknown) << A.why("a");
  EXPECT_FALSE(A.Verdicts.at("a").Why.Code.empty());
}

TEST(Assertions, UnknownWhenTheSolverHasNoTime) {
  Asked A = ask("void f(unsigned long a, unsigned long b) { unsigned __int128 p = (unsigned __int128)a * b; "
                "check_a(a <= 1 || b <= a || p != (unsigned __int128)18446744073709551557ul * 18446744073709551533ul); "
                "check_b(a <= a); }",
                8, {}, std::chrono::milliseconds(300));
  EXPECT_EQ(A.what("a"), Judgement::Unknown) << A.why("a");
  EXPECT_EQ(A.Verdicts.at("a").Why.Code, "solver-time");
  EXPECT_EQ(A.what("b"), Judgement::Proved) << A.why("b");
}

TEST(Assertions, WhatNoInputDeterminesRefutesNothing) {
  // The solver chooses C's remainder, and what an undefined function returns; no input need behave like that.
  Asked A = ask("double fmod(double, double); void f(double x) { if (x > 0 && x < 2) check_a(fmod(x, 4) < 4); }");
  EXPECT_EQ(A.what("a"), Judgement::Unknown) << A.why("a");
  EXPECT_FALSE(A.Verdicts.at("a").Why.Code.empty());
  Asked B = ask("int other(int); void f(int x) { int y = other(x); check_a(y != 5); check_b(y != 5 || x != 7); "
                "check_c(x != 7 || y == y + 1); }");
  EXPECT_EQ(B.what("a"), Judgement::Unknown) << B.why("a");
  EXPECT_EQ(B.what("b"), Judgement::Unknown) << B.why("b");
  ASSERT_EQ(B.what("c"), Judgement::Refuted) << B.why("c"); // whatever the function returns
  EXPECT_EQ(B.counter("c", "x"), 7);
  Asked C = ask("void f(int x) { int y; if (x > 3) y = 1; check_a(y == 1); }");
  EXPECT_EQ(C.what("a"), Judgement::Unknown) << C.why("a");
}

TEST(Assertions, TenAtOnce) {
  Asked A = ask("int g(int v) { return v * v; }\n"
                "void f(signed char x, signed char y) {\n"
                "  int a[4] = {x, y, x + y, x - y}, s = 0;\n"
                "  for (int i = 0; i < 4; i++) s += a[i];\n"
                "  check_a(s == 3 * x + y);\n"
                "  check_b(g(x) >= 0);\n"
                "  check_c(g(x) != 144);\n"
                "  check_d(a[x & 3] == a[x & 3]);\n"
                "  check_e(a[y & 1] == x);\n"
                "  if (x > y) check_f(a[3] > 0);\n"
                "  if (x == y) check_g(a[2] == 2 * x); else check_h(a[3] != 0);\n"
                "  if (g(x) < 0) check_i(0);\n"
                "  check_j((x ^ y) >= 0);\n"
                "}");
  std::map<char, Judgement> Wanted = {{'a', Judgement::Proved}, {'b', Judgement::Proved},  {'c', Judgement::Refuted},
                                      {'d', Judgement::Proved}, {'e', Judgement::Refuted}, {'f', Judgement::Proved},
                                      {'g', Judgement::Proved}, {'h', Judgement::Proved},  {'i', Judgement::Unreached},
                                      {'j', Judgement::Refuted}};
  ASSERT_EQ(A.Verdicts.size(), 10u);
  for (auto [Name, What] : Wanted)
    EXPECT_EQ(A.what(std::string(1, Name)), What) << A.why(std::string(1, Name));
  EXPECT_EQ(std::abs(A.counter("c", "x")), 12);
  EXPECT_TRUE(A.counter("e", "y") % 2 != 0 && A.counter("e", "y") != A.counter("e", "x"));
  EXPECT_LT(A.counter("j", "x") ^ A.counter("j", "y"), 0);
}
