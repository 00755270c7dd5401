#include "analysis/ProgramAnalysis.h"

#include "AnalysisFixture.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Called {
  explicit Called(const std::string &Text) : P(compileText(Text)), Analysis(P) {}
  const llvm::Function &function(const std::string &Name) const { return *P.module().getFunction(Name); }
  Names callees(const std::string &Name) const {
    Names Result;
    for (const CallGraph::Site &Site : Analysis.calls().callsFrom(function(Name)))
      Result.insert(Site.Callee->getName().str());
    return Result;
  }
  bool mayNotReturn(const std::string &Name) const { return Analysis.calls().mayNotReturn(function(Name)); }
  bool recursive(const std::string &Name) const { return Analysis.calls().isRecursive(function(Name)); }
  Program P;
  ProgramAnalysis Analysis;
};

} // namespace

TEST(CallGraph, DirectIndirectAndCallbacks) {
  Called C("#include <stdlib.h>\n"
           "int f(int x) { return x; } int g(int x) { return x; } int h(int x) { return x; }\n"
           "static int compare(const void *a, const void *b) { return 0; }\n"
           "int main(int c, char **v) { int t[3]; int (*p)(int) = c ? f : g; qsort(t, 3, 4, compare); return p(1) + "
           "f(2); }\n"
           "int (*keep)(int) = h;");
  EXPECT_EQ(C.callees("main"), (Names{"f", "g", "compare"}));
}

TEST(CallGraph, UnknownCodeCallsWhatEscaped) {
  Called C("void run(void (*)(void)); void later(void);\n"
           "static void f(void) {} static void g(void) {}\n"
           "int main(void) { run(f); later(); g(); return 0; }");
  EXPECT_EQ(C.callees("main"), (Names{"f", "g"}));
  EXPECT_TRUE(C.Analysis.calls().isAsync(C.function("f")));
  EXPECT_FALSE(C.Analysis.calls().isAsync(C.function("g")));
}

TEST(CallGraph, Recursion) {
  Called C(
      "int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }\n"
      "int self(int n) { return n ? self(n - 1) : 0; } int leaf(int n) { return n; }\n"
      "int main(int c, char **v) { return even(c) + self(c) + leaf(c); }");
  EXPECT_TRUE(C.recursive("odd") && C.recursive("even") && C.recursive("self"));
  EXPECT_FALSE(C.recursive("leaf") || C.recursive("main"));
}

TEST(CallGraph, WhoMayNotReturn) {
  Called C("#include <stdlib.h>\n#include <setjmp.h>\n#include <stdio.h>\njmp_buf env; void unknown(void);\n"
           "void dies(void) { exit(1); } void maybe(int x) { if (x) dies(); } void jumps(void) { longjmp(env, 1); }\n"
           "void asks(void) { unknown(); } void prints(void) { puts(\"x\"); } void spins(void) { for (;;) ; }\n"
           "void outer(int x) { prints(); maybe(x); }\n"
           "int main(int c, char **v) { outer(c); jumps(); asks(); prints(); return 0; }");
  for (const char *Name : {"dies", "maybe", "jumps", "asks", "outer", "main"})
    EXPECT_TRUE(C.mayNotReturn(Name)) << Name;
  EXPECT_FALSE(C.mayNotReturn("prints"));
  EXPECT_FALSE(C.mayNotReturn("spins"));
}
