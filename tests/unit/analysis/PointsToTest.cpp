#include "AnalysisFixture.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Solved {
  explicit Solved(const std::string &Text) : P(compileText(Text)), Pointers(P.module(), {}) {}
  Names held(const std::string &Function, const std::string &Variable) const {
    return test::held(Pointers, P, Function, Variable);
  }
  Program P;
  PointsTo Pointers;
};

} // namespace

TEST(PointsTo, PointerToPointer) {
  Solved S("int main(void) { int x, y; int *p = &x, *q = &y; int **pp = &p; *pp = q; int *r = *pp; return *r; }");
  EXPECT_EQ(S.held("main", "pp"), (Names{"main.p"}));
  EXPECT_EQ(S.held("main", "p"), (Names{"main.x", "main.y"}));
  EXPECT_EQ(S.held("main", "r"), (Names{"main.x", "main.y"}));
  EXPECT_EQ(S.held("main", "q"), (Names{"main.y"}));
}

TEST(PointsTo, FieldsOfArraysOfStructsAreKeptApart) {
  Solved S("struct S { int n; int *a; int *b; };\n"
           "int main(int c, char **v) { int x, y; struct S t[4]; t[c].a = &x; t[c + 1].b = &y;\n"
           "  int *p = t[2].a; int *q = t[c].b; struct S *s = &t[1]; s++; int *r = s->b; return *p + *q + *r; }");
  EXPECT_EQ(S.held("main", "p"), (Names{"main.x"}));
  EXPECT_EQ(S.held("main", "q"), (Names{"main.y"}));
  EXPECT_EQ(S.held("main", "r"), (Names{"main.y"}));
  EXPECT_EQ(S.held("main", "s"), (Names{"main.t"}));
}

TEST(PointsTo, StepsOverAStructReachItsOtherFields) {
  // A byte-wise walk over a struct whose first member is a char array leaves that array.
  Solved S("struct S { char name[8]; int *p; };\n"
           "int main(int c, char **v) { struct S s; char *b = (char *)&s; char *e = b + c; char *f = s.name; f += 3;\n"
           "  char *g = &s.name[c]; return *e + *f + *g; }");
  EXPECT_EQ(S.held("main", "e"), (Names{"main.s", "main.s+8"}));
  EXPECT_EQ(S.held("main", "g"), (Names{"main.s"}));
}

TEST(PointsTo, FunctionPointersInTables) {
  Solved S("int f(int x) { return x; } int g(int x) { return -x; } int h(int x) { return 0; }\n"
           "struct op { const char *name; int (*run)(int); };\n"
           "static const struct op table[] = {{\"f\", f}, {\"g\", g}};\n"
           "int main(int c, char **v) {\n  int (*p)(int) = table[c].run;\n  return p(c) + h(c);\n}");
  std::set<std::string> Targets;
  for (const llvm::Instruction *I : at(S.P, "main", 6))
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(I); Call && Call->isIndirectCall()) {
      EXPECT_FALSE(S.Pointers.callees(*Call).Unknown);
      for (const llvm::Function *F : S.Pointers.callees(*Call).Defined)
        Targets.insert(F->getName().str());
    }
  EXPECT_EQ(Targets, (std::set<std::string>{"f", "g"}));
}

TEST(PointsTo, HeapLists) {
  Solved S("#include <stdlib.h>\nstruct node { int v; struct node *next; };\n"
           "int main(int c, char **v) { struct node *head = 0; for (int i = 0; i < c; i++) {\n"
           "  struct node *n = malloc(sizeof *n); n->v = i; n->next = head; head = n; }\n"
           "  struct node *second = head->next; return second->v; }");
  Names Second = S.held("main", "second");
  ASSERT_EQ(Second.size(), 1u);
  EXPECT_EQ(Second.begin()->substr(0, 10), "heap@main#");
}

TEST(PointsTo, UnionsAndCastsKeepPointers) {
  Solved S("union U { int *p; unsigned long n; char bytes[8]; };\n"
           "int main(void) { int x; union U u, w; u.p = &x; w.n = u.n ^ 1; int *q = w.p;\n"
           "  char copy[8]; for (int i = 0; i < 8; i++) copy[i] = u.bytes[i];\n"
           "  int *r = *(int **)copy; unsigned long bits = (unsigned long)&x; int *s = (int *)(bits & ~3ul);\n"
           "  return *q + *r + *s; }");
  EXPECT_TRUE(S.held("main", "q").contains("main.x"));
  EXPECT_TRUE(S.held("main", "r").contains("main.x"));
  EXPECT_TRUE(S.held("main", "s").contains("main.x"));
}

TEST(PointsTo, StructCopiesAreFieldByField) {
  Solved S("#include <string.h>\nstruct S { int *a; int *b; long more[4]; };\n"
           "int main(void) { int x, y; struct S s, t, u; s.a = &x; s.b = &y; t = s; memcpy(&u, &t, sizeof u);\n"
           "  int *p = t.a; int *q = u.b; return *p + *q; }");
  EXPECT_EQ(S.held("main", "p"), (Names{"main.x"}));
  EXPECT_EQ(S.held("main", "q"), (Names{"main.y"}));
}

TEST(PointsTo, VariableArguments) {
  Solved S("#include <stdarg.h>\n"
           "int *pick(int n, ...) { va_list l; va_start(l, n); int *r = 0; while (n--) r = va_arg(l, int *); "
           "va_end(l); return r; }\n"
           "int main(void) { int x, y, z; int *p = pick(2, &x, &y); return *p + z; }");
  EXPECT_EQ(S.held("main", "p"), (Names{"main.x", "main.y"}));
}

TEST(PointsTo, LibraryResults) {
  Solved S("#include <string.h>\n#include <stdlib.h>\n#include <stdio.h>\n"
           "int main(int c, char **v) { char b[10]; char *p = strchr(b, 'x'); char *q = strtok(b, \",\"); char *r = "
           "strtok(0, \",\");\n"
           "  char *e; strtol(v[1], &e, 10); char *f = getenv(\"A\"); FILE *o = c ? stdout : stderr;\n"
           "  char *d = strdup(b); d = realloc(d, 20); return *p + *q + *r + *e + *f + fputc(*d, o); }");
  EXPECT_EQ(S.held("main", "p"), (Names{"main.b"}));
  EXPECT_TRUE(S.held("main", "q").contains("main.b"));
  EXPECT_TRUE(S.held("main", "r").contains("main.b"));
  EXPECT_EQ(S.held("main", "e"), (Names{"<args>"}));
  EXPECT_EQ(S.held("main", "f"), (Names{"<env>"}));
  EXPECT_EQ(S.held("main", "o"), (Names{"<stdout>", "<stderr>"}));
  EXPECT_EQ(S.held("main", "d").size(), 2u);
}

TEST(PointsTo, UnknownFunctionsGetAndGiveWhatEscapes) {
  Solved S(
      "void take(int **); int *give(void); int g;\n"
      "int main(void) { int x, y, z; int *inner = &x; take(&inner); int *p = give(); int *q = inner; int *mine = &y;\n"
      "  return *p + *q + *mine + z + g; }");
  EXPECT_TRUE(S.held("main", "p").contains("<unknown>"));
  EXPECT_TRUE(S.held("main", "q").contains("<unknown>"));
  EXPECT_EQ(S.held("main", "mine"), (Names{"main.y"}));
  Names Escaped = namesOf(S.Pointers.objects(), S.Pointers.escapedCells());
  EXPECT_TRUE(Escaped.contains("main.x") && Escaped.contains("main.inner"));
  EXPECT_FALSE(Escaped.contains("main.y") || Escaped.contains("main.z") || Escaped.contains("g"));
}

TEST(PointsTo, CallbacksOfQsortSeeTheArray) {
  Solved S("#include <stdlib.h>\nstatic int compare(const void *a, const void *b) { return *(const int *)a - *(const "
           "int *)b; }\n"
           "int main(void) { int t[5]; int u[5]; qsort(t, 5, sizeof *t, compare); return t[0] + u[0]; }");
  EXPECT_EQ(S.held("compare", "a"), (Names{"main.t"}));
}

TEST(PointsTo, FunctionsThatNobodyCallsMayGetAnything) {
  Solved S("int g; int *keep; int f(int *p) { return *p; } int main(void) { keep = &g; return *keep; }");
  EXPECT_TRUE(S.held("f", "p").contains("<unknown>"));
}

TEST(PointsTo, LongFunctionsAreSolved) {
  // Many loads of few variables. Whatever walks the users of a variable for each of its loads takes most of a minute
  // here; how long it takes is not asserted, but whoever runs the tests will notice.
  std::string Text = "int main(int c, char **v) { int a = c, b = 1, d = 2; char *s = v[0];\n";
  for (unsigned I = 0; I != 10000; ++I)
    Text += I % 2 ? "a = b + d; s = s + (a & 1);\n" : "b = a ^ d; d += b & 7;\n";
  Program P = compileText(Text + "return *s; }\n");
  PointsTo Pointers(P.module(), {});
  EXPECT_EQ(held(Pointers, P, "main", "s"), (Names{"<args>"}));
}
