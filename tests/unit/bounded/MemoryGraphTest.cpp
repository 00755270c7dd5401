#include "unit/bounded/Prove.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

// What two runs leave in memory, compared as graphs.

using namespace vernier;
using namespace vernier::test;

namespace {

const std::string Declare =
    "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *);\n"
    "struct n { struct n *next; int v; };\n";

/// No class that is claimed equal holds the input.
bool claimsEqual(const Proof &P, std::initializer_list<int> Input) {
  InputAssignment Values;
  for (int Each : Input)
    Values.push_back(llvm::APInt(32, static_cast<unsigned>(Each)));
  return llvm::any_of(P.Result.Partitions, [&](const BoundedPartition &Each) {
    return Each.What == Answer::Equal && Each.Contains(Values);
  });
}

void expectNotEqual(const std::string &Old, const std::string &New, std::initializer_list<int> Input) {
  Proof P = prove(Declare + Old, Declare + New);
  EXPECT_FALSE(claimsEqual(P, Input)) << P.text() << "\n" << New;
}

void expectEqual(const std::string &Old, const std::string &New) {
  Proof P = prove(Declare + Old, Declare + New);
  EXPECT_TRUE(P.equal()) << P.text() << "\n" << New;
}

std::string replaced(std::string Text, const std::string &Part, const std::string &By) {
  return Text.replace(Text.find(Part), Part.size(), By);
}

} // namespace

TEST(MemoryGraph, ACycleThatIsEnteredAtTwoPlaces) {
  std::string Ring = "struct n *f(int x) { struct n *a = malloc(sizeof *a), *c = malloc(sizeof *c);"
                     " a->next = c; a->v = 1; c->next = a; c->v = 2; return x ? a : c; }";
  expectEqual(Ring, Ring);
  for (int X : {0, 1}) {
    expectNotEqual(Ring, replaced(Ring, "a->v = 1", "a->v = 5"), {X});
    expectNotEqual(Ring, replaced(Ring, "c->v = 2", "c->v = 5"), {X});
  }
}

TEST(MemoryGraph, ALongerCycleIsEnteredInTheMiddle) {
  std::string Ring =
      "struct n *f(int x) { struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);"
      " a->next = b; a->v = 1; b->next = c; b->v = 2; c->next = a; c->v = 3;"
      " return x == 0 ? a : x == 1 ? b : c; }";
  expectEqual(Ring, Ring);
  for (int X : {0, 1, 2}) {
    expectNotEqual(Ring, replaced(Ring, "a->v = 1", "a->v = 5"), {X});
    expectNotEqual(Ring, replaced(Ring, "c->v = 3", "c->v = 5"), {X});
    expectNotEqual(Ring, replaced(Ring, "c->next = a", "c->next = b"), {X});
  }
}

TEST(MemoryGraph, OneBlockIsNotTwoEqualOnes) {
  std::string Two = "struct n *g, *h; void f(int x) { g = malloc(sizeof *g); h = malloc(sizeof *h);"
                    " g->v = x; g->next = 0; h->v = x; h->next = 0; }";
  std::string One = "struct n *g, *h; void f(int x) { g = malloc(sizeof *g); h = g; g->v = x; g->next = 0; }";
  expectEqual(Two, Two);
  expectEqual(One, One);
  expectNotEqual(Two, One, {3});
  expectNotEqual(One, Two, {3});
}

TEST(MemoryGraph, SizesOfBlocks) {
  expectNotEqual("void *f(void) { return malloc(100); }", "void *f(void) { return malloc(1); }", {});
  expectNotEqual("char *f(void) { char *p = malloc(100); p[0] = 1; return p; }",
                 "char *f(void) { char *p = malloc(10); p[0] = 1; return p; }", {});
}

TEST(MemoryGraph, BlocksThatAreGone) {
  expectNotEqual("int *g; void f(int x) { g = malloc(4); *g = x; }",
                 "int *g; void f(int x) { g = malloc(4); *g = x; free(g); }", {1});
}

TEST(MemoryGraph, BytesThatNobodyWrote) {
  expectNotEqual("int *f(void) { return calloc(1, 8); }", "int *f(void) { return malloc(8); }", {});
  expectNotEqual("int *f(int x) { int *p = calloc(1, 8); p[0] = x; return p; }",
                 "int *f(int x) { int *p = malloc(8); p[0] = x; return p; }", {1});
  expectEqual("int *f(int x) { int *p = calloc(1, 8); p[0] = x; return p; }",
              "int *f(int x) { int *p = malloc(8); p[1] = 0; p[0] = x; return p; }");
}

TEST(MemoryGraph, TextsAreWhatTheyHold) {
  expectEqual("const char *f(int n) { return n > 3 ? \"yes\" : \"no\"; }",
              "const char *f(int n) { return n <= 3 ? \"no\" : \"yes\"; }");
  expectNotEqual("const char *f(int n) { return n > 3 ? \"yes\" : \"no\"; }",
                 "const char *f(int n) { return n > 3 ? \"YES\" : \"no\"; }", {4});
}

TEST(MemoryGraph, ATableWithANameIsNotItsCopy) {
  std::string Tables = "static const int one[2] = {1, 2}, two[2] = {1, 2}; int g(void) { return one[0] + two[0]; }\n";
  expectNotEqual(Tables + "const int *f(int x) { return &one[x & 1]; }",
                 Tables + "const int *f(int x) { return &two[x & 1]; }", {0});
  expectEqual(Tables + "const int *f(int x) { return &one[x & 1]; }",
              Tables + "const int *f(int x) { return one + (x & 1); }");
}

/// A class that is claimed different holds the input.
static bool claimsDifferent(const Proof &P, int Input) {
  InputAssignment Values{llvm::APInt(32, static_cast<unsigned>(Input))};
  return llvm::any_of(P.Result.Partitions, [&](const BoundedPartition &Part) {
    return Part.What == Answer::Different && Part.Contains(Values);
  });
}

TEST(MemoryGraph, PaddingMakesNoClassDifferent) {
  std::string Padded = Declare +
                       "struct s { int a; char b[2]; int c; };\n"
                       "struct h { struct s *one; int v; };\n"
                       "struct h *f(int x) { struct h *r = malloc(sizeof *r); struct s *n = malloc(sizeof *n);"
                       " n->a = x; n->b[0] = n->b[1] = 1; n->c = 2; r->one = calloc(1, sizeof *n);"
                       " *r->one = *n; r->v = x > 5; return r; }";
  std::string Zeroed = replaced(Padded, "*n = malloc(sizeof *n)", "*n = calloc(1, sizeof *n)");
  Proof P = prove(Padded, replaced(Zeroed, "x > 5", "x >= 5"));
  for (int X : {0, 4, 6, -7})
    EXPECT_FALSE(claimsDifferent(P, X)) << X << "\n" << P.text();
  EXPECT_FALSE(claimsEqual(P, {5})) << P.text();
}

TEST(MemoryGraph, PaddingOfAResultDoesNotCount) {
  std::string Bits = Declare + "struct s { unsigned a : 3, : 2, b : 4; char c; int d; };\n"
                               "union u { struct s s; char t[12]; };\n"
                               "struct s f(int x) { union u n; for (int i = 0; i < 12; i++) n.t[i] = 0;"
                               " n.s.a = x; n.s.b = 5; n.s.c = x; n.s.d = x > 5; return n.s; }";
  std::string Filled = replaced(Bits, "n.t[i] = 0", "n.t[i] = -1");
  Proof Equal = prove(Bits, Filled);
  for (int X : {0, 4, 6, -7})
    EXPECT_TRUE(claimsEqual(Equal, {X})) << X << "\n" << Equal.text();
  Proof P = prove(Bits, replaced(Filled, "n.s.b = 5", "n.s.b = x == 5 ? 6 : 5"));
  for (int X : {0, 4, 6, -7})
    EXPECT_FALSE(claimsDifferent(P, X)) << X << "\n" << P.text();
  EXPECT_FALSE(claimsEqual(P, {5})) << P.text();
}

TEST(MemoryGraph, BitsBetweenBitFieldsMakeNoClassDifferent) {
  std::string Bits = Declare + "struct s { unsigned a : 3, : 5, b : 24; };\n"
                               "union u { struct s s; unsigned t; };\n"
                               "struct s g; void f(int x) { union u n; n.t = 0; n.s.a = x; n.s.b = x > 5; g = n.s; }";
  Proof P = prove(Bits, replaced(replaced(Bits, "n.t = 0", "n.t = -1"), "x > 5", "x >= 5"));
  for (int X : {0, 4, 6, -7})
    EXPECT_FALSE(claimsDifferent(P, X)) << X << "\n" << P.text();
  EXPECT_FALSE(claimsEqual(P, {5})) << P.text();
}
