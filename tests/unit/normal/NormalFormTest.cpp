#include "unit/partition/SmallVersions.h"

#include "normal/NormalForm.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

namespace vernier::test {

namespace {

struct NormalPair {
  const char *Name;
  const char *Old, *New;
};

NormalFormAnswer compare(const NormalPair &Texts) {
  SmallVersions Pair({Texts.Old, Texts.New});
  InputSpace Space = Pair.space();
  const llvm::Function *Old = Pair.Programs[0]->module().getFunction("f");
  const llvm::Function *New = Pair.Programs[1]->module().getFunction("f");
  return compareNormalForms(*Pair.Maps.front(), Space, {{Old, New}});
}

std::string nameOf(const testing::TestParamInfo<NormalPair> &Shown) {
  return Shown.param.Name;
}

const NormalPair Refactored[] = {
    {"Invariant", "int f(int n, int a, int b) { int s = 0; for (int i = 0; i < n; i++) s += a * b + i; return s; }",
     "int f(int n, int a, int b) { int s = 0, c = a * b; for (int i = 0; i < n; i++) s += c + i; return s; }"},
    {"WhileForFor", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }",
     "int f(int n) { int s = 0; int i = 0; while (n > i) { s = i * i + s; ++i; } return s; }"},
    {"Extracted", "int f(int x) { return (x > 0 ? x : -x) % 7; }",
     "static int magnitude(int x) { if (x <= 0) return -x; return x; }\nint f(int x) { return magnitude(x) % 7; }"},
    {"EarlyReturn", "int f(int x) { int r; if (x < 3) { r = 1; } else { r = x; } return r; }",
     "int f(int x) { if (x < 3) return 1; return x; }"},
    {"TailRecursion",
     "static int g(int n, int a) { if (n <= 0) return a; return g(n - 1, a + n); }\n"
     "int f(int n) { return g(n, 0); }",
     "int f(int n) { int a = 0; while (n > 0) { a += n; n--; } return a; }"},
    {"Pointers", "int f(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }",
     "int f(const int *p, int n) { int s = 0; int i = 0; while (i < n) { s += *(p + i); i = i + 1; } return s; }"},
    {"Printed", "#include <stdio.h>\nvoid f(int n) { for (int i = 0; i < n; i++) printf(\"%d\\n\", i * 2); }",
     "#include <stdio.h>\nstatic void line(int v) { printf(\"%d\\n\", v); }\n"
     "void f(int n) { int i = 0; while (i < n) { line(i << 1); i++; } }"},
    {"SumByRecursion", "int f(unsigned n) { if (n == 0) return 0; return (int)n + f(n - 1); }",
     "int f(unsigned n) { int s = 0; while (n != 0) { s += (int)n; n--; } return s; }"},
    {"StaticAndCalled", "static int f(int x) { return x + x; }\nint g(int x) { return f(x); }",
     "static int f(int x) { return x * 2; }\nint g(int x) { return f(x); }"},
    {"Divided", "int f(int a, int b) { int q = a / b; return q + q; }", "int f(int a, int b) { return 2 * (a / b); }"},
    {"Unrolled", "int f(int x) { int s = 0; for (int i = 0; i < 3; i++) s += x * i; return s; }",
     "int f(int x) { return x + 2 * x; }"},
    {"LengthHoisted",
     "#include <string.h>\nint f(const char *s) { int c = 0; for (size_t i = 0; i < strlen(s); i++) c += s[i] == 'a'; "
     "return c; }",
     "#include <string.h>\nint f(const char *s) { int c = 0; for (size_t i = 0, n = strlen(s); i < n; i++) c += s[i] "
     "== "
     "'a'; return c; }"},
};

class RefactoredTest : public testing::TestWithParam<NormalPair> {};
TEST_P(RefactoredTest, HasTheSameNormalForm) {
  NormalFormAnswer Answer = compare(GetParam());
  EXPECT_TRUE(Answer.Equal) << Answer.WhyNot;
}
INSTANTIATE_TEST_SUITE_P(Normal, RefactoredTest, testing::ValuesIn(Refactored), nameOf);

/// An optimiser may take these for the same; they are not, for somebody who runs them or who looks at what is defined.
const NormalPair Changed[] = {
    {"Constant", "int f(int x) { return x + 1; }", "int f(int x) { return x + 2; }"},
    {"UnusedDivision", "int f(int a, int b) { return a; }",
     "int f(int a, int b) { int q = a / b; (void)q; return a; }"},
    {"StoreToAConstantText", "int f(int x) { char *s = \"abc\"; if (x == 2) s[0] = 'z'; return s[1]; }",
     "int f(int x) { char s[] = \"abc\"; if (x == 2) s[0] = 'z'; return s[1]; }"},
    {"StoreToAConstantTable",
     "static const int t[4] = {1, 2, 3, 4};\nint f(int x) { int *p = (int *)&t[1]; if (x == 2) *p = 7; return t[1]; }",
     "static const int t[4] = {1, 2, 3, 4};\nint f(int x) { return t[1]; }"},
    {"UnusedLength", "#include <string.h>\nint f(const char *s) { return 0; }",
     "#include <string.h>\nint f(const char *s) { size_t n = strlen(s); (void)n; return 0; }"},
    {"LengthBeforeAStore", "#include <string.h>\nint f(char *s) { int n = strlen(s); *s = 0; return n; }",
     "#include <string.h>\nint f(char *s) { *s = 0; return strlen(s); }"},
    {"UnusedRead", "int f(int *p) { return 0; }", "int f(int *p) { int v = p[100]; (void)v; return 0; }"},
    {"UnusedWrite", "int f(int i) { return 0; }", "int f(int i) { int a[4]; a[i] = 1; return 0; }"},
    {"UnwrittenLocal", "int f(int c) { int x; if (c) x = 1; return x; }", "int f(int c) { return 1; }"},
    {"TwoUnwrittenLocals", "int f(void) { int x, y; return x - y; }", "int f(void) { return 0; }"},
    {"EndlessLoop", "int f(int x) { while (x) { } return 0; }", "int f(int x) { return 0; }"},
    {"EndlessRecursion", "int f(int x) { if (x <= 0) return 0; int r = f(x - 1); int q = f(x); return q - q + r; }",
     "int f(int x) { if (x <= 0) return 0; return f(x - 1); }"},
    {"WideShift", "int f(int x) { return x << 40; }", "int f(int x) { return 0; }"},
    {"ShiftByInput", "int f(int x, int n) { return (x << n) >> n; }", "int f(int x, int n) { return x; }"},
    {"Overflow", "int f(int x) { return x + 1 > x; }", "int f(int x) { return 1; }"},
    {"ConversionOutOfRange", "int f(double d) { return (int)1e20; }", "int f(double d) { return 0; }"},
    {"ReadAfterFree", "#include <stdlib.h>\nint f(int *p) { int v = *p; free(p); return v; }",
     "#include <stdlib.h>\nint f(int *p) { int v = *p; free(p); int w = *p; (void)w; return v; }"},
    {"ReadBehindALife", "static int *g(void) { int x = 1; return &x; }\nint f(void) { return *g(); }",
     "int f(void) { return 1; }"},
    {"AllocatedAndUnused", "#include <stdlib.h>\nint f(void) { free(malloc(10)); return 1; }",
     "int f(void) { return 1; }"},
    {"UnwrittenHeap", "#include <stdlib.h>\nint f(void) { int *p = malloc(4); return *p; }",
     "#include <stdlib.h>\nint f(void) { int *p = malloc(4); return *p & 0; }"},
    {"OrderOfPrints", "#include <stdio.h>\nvoid f(void) { fputs(\"a\", stdout); fputs(\"b\", stderr); }",
     "#include <stdio.h>\nvoid f(void) { fputs(\"b\", stderr); fputs(\"a\", stdout); }"},
    {"OnePrintForTwo", "#include <stdio.h>\nvoid f(void) { printf(\"ab\"); }",
     "#include <stdio.h>\nvoid f(void) { printf(\"a\"); printf(\"b\"); }"},
    {"Initialiser", "static int v = 1;\nint f(void) { return v++; }", "static int v = 2;\nint f(void) { return v++; }"},
    {"TableEntry", "static const int t[] = {1, 2, 3};\nint f(unsigned i) { return t[i % 3]; }",
     "static const int t[] = {1, 2, 4};\nint f(unsigned i) { return t[i % 3]; }"},
    {"TextOfAConstant", "const char *f(void) { return \"yes\"; }", "const char *f(void) { return \"YES\"; }"},
    {"ArraysInOtherRoles",
     "int f(int i) { int a[2] = {1, 2}, b[2] = {3, 4}; a[i & 1] = 5; return a[0] * 10 + b[i & 1]; }",
     "int f(int i) { int a[2] = {1, 2}, b[2] = {3, 4}; b[i & 1] = 5; return a[0] * 10 + b[i & 1]; }"},
    {"PointerThatMayBeNull", "int f(int *p) { if (!p) return 0; return *p; }", "int f(int *p) { return *p; }"},
    {"Swapped", "int f(int a, int b) { return a - b; }", "int f(int a, int b) { return b - a; }"},
    {"Unsigned", "int f(int a, int b) { return a < b; }", "int f(unsigned a, unsigned b) { return a < b; }"},
    {"OtherFunctionInATable",
     "static int g(int x) { return x; }\nstatic int h(int x) { return -x; }\n"
     "static int (*const t[])(int) = {g, h};\nint f(int i, int x) { return t[i & 1](x); }",
     "static int g(int x) { return x; }\nstatic int h(int x) { return -x; }\n"
     "static int (*const t[])(int) = {h, g};\nint f(int i, int x) { return t[i & 1](x); }"},
    {"BodyBehindATable",
     "static int g(int x) { return x; }\nstatic int (*t[])(int) = {g};\n"
     "int f(int x) { return t[0](x); }",
     "static int g(int x) { return x + 1; }\nstatic int (*t[])(int) = {g};\nint f(int x) { return t[0](x); }"},
    {"StoreBeforeExit", "#include <stdlib.h>\nint v;\nvoid f(int x) { v = x; exit(1); }",
     "#include <stdlib.h>\nint v;\nvoid f(int x) { exit(1); }"},
    {"AssociativeFloats", "double f(double a, double b, double c) { return (a + b) + c; }",
     "double f(double a, double b, double c) { return a + (b + c); }"},
    {"VolatileOnce", "int f(volatile int *p) { return *p + *p; }", "int f(volatile int *p) { return *p * 2; }"},
    {"ZeroTimesFloat", "double f(double x) { return x * 0.0; }", "double f(double x) { return 0.0; }"},
    {"StrictAliasing", "int f(int *p, float *q) { *p = 1; *q = 2; return *p; }",
     "int f(int *p, float *q) { *p = 1; *q = 2; return 1; }"},
    {"Restrict", "int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }",
     "int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return 1; }"},
    {"StrictComparison", "#pragma STDC FENV_ACCESS ON\nint f(double a, double b) { return a < b; }",
     "#pragma STDC FENV_ACCESS ON\nint f(double a, double b) { return a <= b; }"},
    {"NamedRegister", "register unsigned long r asm(\"rsp\");\nint f(void) { return r & 8; }",
     "register unsigned long r asm(\"rbp\");\nint f(void) { return r & 8; }"},
    {"OtherSegment", "int f(unsigned long a) { return *(__seg_fs int *)a; }",
     "int f(unsigned long a) { return *(__seg_gs int *)a; }"},
    {"ReadInAnEmptyLoop", "int f(const int *k, int n) { int s = 0; for (int i = 0; i < n; i++) s += k[5]; return s; }",
     "int f(const int *k, int n) { int s = 0, v = k[5]; for (int i = 0; i < n; i++) s += v; return s; }"},
};

class ChangedTest : public testing::TestWithParam<NormalPair> {};
TEST_P(ChangedTest, HasAnotherNormalForm) {
  EXPECT_FALSE(compare(GetParam()).Equal);
}
INSTANTIATE_TEST_SUITE_P(Normal, ChangedTest, testing::ValuesIn(Changed), nameOf);

NormalFormAnswer comparePrograms(const std::string &Old, const std::string &New) {
  SmallVersions Pair({Old, New}, "main");
  const llvm::Function *OldMain = Pair.Programs[0]->module().getFunction("main");
  const llvm::Function *NewMain = Pair.Programs[1]->module().getFunction("main");
  return compareNormalForms(*Pair.Maps.front(), Pair.space(), {{OldMain, NewMain}});
}

const std::string StoreBeforeADivision =
    "int g;\nint main(int n, char **v) { g = 1; int r = 10 / (n - 1); g = 2; return r + g; }\n";
const std::string NoStoreBeforeADivision =
    "int g;\nint main(int n, char **v) { int r = 10 / (n - 1); g = 2; return r + g; }\n";

TEST(NormalFormOfPrograms, NobodySeesMemoryWhereARunEnds) {
  EXPECT_TRUE(comparePrograms(StoreBeforeADivision, NoStoreBeforeADivision).Equal);
}

TEST(NormalFormOfPrograms, AHandlerSeesMemoryBetweenTwoSteps) {
  std::string Handler = "#include <signal.h>\n#include <unistd.h>\nextern int g;\n"
                        "static void h(int s) { _exit(g); }\n"
                        "__attribute__((constructor)) static void start(void) { signal(SIGFPE, h); }\n";
  EXPECT_FALSE(comparePrograms(Handler + StoreBeforeADivision, Handler + NoStoreBeforeADivision).Equal);
}

TEST(NormalFormOfPrograms, AFileSeesMemoryWhereARunEnds) {
  std::string Begin = "#include <sys/mman.h>\nint main(int n, char **v) {\n"
                      "  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);\n  p[0] = 'a';\n";
  std::string End = "  int r = 10 / (n - 1);\n  p[0] = 'c';\n  return r;\n}\n";
  EXPECT_FALSE(comparePrograms(Begin + End, Begin + "  p[0] = 'b';\n" + End).Equal);
}

TEST(NormalFormAssumptions, AreThoseThatTheCodeNeeds) {
  using Codes = std::vector<std::string>;
  EXPECT_EQ(compare(Refactored[0]).Assumptions, Codes{"compiler-transformations"});
  Codes OfRecursion{"compiler-transformations", "stack-suffices"};
  EXPECT_EQ(compare(Refactored[4]).Assumptions, OfRecursion);
  Codes OfAccesses{"compiler-transformations", "defined-behaviour"};
  EXPECT_EQ(compare(Refactored[5]).Assumptions, OfAccesses);
  NormalFormAnswer OfWriters = compare({"Writers", "int f(int x) { static int c = 3; return x + c; }",
                                        "static int c = 3;\nint f(int x) { return x + c; }\nvoid g(int v) { c = v; }"});
  Codes WhereItStarts{"compiler-transformations", "globals-as-initialised"};
  EXPECT_EQ(OfWriters.Assumptions, WhereItStarts);
  NormalFormAnswer OfAliases =
      compare({"Aliases",
               "int impl(int x) { return x + 1; }\nint g(int) __attribute__((weak, alias(\"impl\")));\n"
               "int f(int x) { return g(x); }",
               "int impl(int x) { return x + 1; }\nint g(int) __attribute__((weak, alias(\"impl\")));\nint f(int x) { "
               "return impl(x); }"});
  EXPECT_TRUE(!OfAliases.Equal || llvm::is_contained(OfAliases.Assumptions, "weak-definitions"));
  NormalFormAnswer OfRounding =
      compare({"Rounding", "float f(float a) { return a * 2 / 3; }\nint main(void) { return f(5); }",
               "float f(float a) { float b = a * 2; return b / 3; }\nint main(void) {\n"
               "  __builtin_ia32_ldmxcsr(0x5f80); return f(5); }"});
  EXPECT_TRUE(!OfRounding.Equal || llvm::is_contained(OfRounding.Assumptions, "round-to-nearest"));
  NormalFormAnswer OfNull = compare({"CheckedTooLate", "int f(int *p) { int v = *p; if (!p) return 0; return v; }",
                                     "int f(int *p) { if (!p) return 0; return *p; }"});
  EXPECT_TRUE(OfNull.Equal);
  EXPECT_TRUE(llvm::is_contained(OfNull.Assumptions, "not-null"));
}

} // namespace

} // namespace vernier::test
