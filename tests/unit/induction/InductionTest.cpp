#include "unit/partition/SmallVersions.h"

#include "check/ByInduction.h"
#include "induction/Induction.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

struct LoopPair {
  const char *Name;
  const char *Old, *New;
};

InductionAnswer compare(const LoopPair &Texts, std::chrono::seconds Limit = std::chrono::seconds(20)) {
  SmallVersions Pair({Texts.Old, Texts.New});
  InputSpace Space = Pair.space();
  const llvm::Function *Old = Pair.Programs[0]->module().getFunction("f");
  const llvm::Function *New = Pair.Programs[1]->module().getFunction("f");
  Budget Time(Limit);
  return compareByInduction(*Pair.Maps.front(), Space, {{Old, New}}, Time);
}

bool sameForms(const LoopPair &Texts) {
  SmallVersions Pair({Texts.Old, Texts.New});
  const llvm::Function *Old = Pair.Programs[0]->module().getFunction("f");
  const llvm::Function *New = Pair.Programs[1]->module().getFunction("f");
  return compareNormalForms(*Pair.Maps.front(), Pair.space(), {{Old, New}}).Equal;
}

std::string nameOf(const testing::TestParamInfo<LoopPair> &Shown) {
  return Shown.param.Name;
}

const LoopPair Refactored[] = {
    {"StrengthReduced", "int f(int n, int k) { int s = 0; for (int i = 0; i < n; i++) s ^= i * k; return s; }",
     "int f(int n, int k) { int s = 0, p = 0; for (int i = 0; i < n; i++) { s ^= p; p += k; } return "
     "s; }"},
    {"UnrolledByTwo",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 0, i = 0; for (; i + 1 < n; i += 2) { s = s * 31 + a[i]; s "
     "= s * 31 + a[i + 1]; } if (i < n) s = s * 31 + a[i]; return s; }"},
    {"UnrolledByFour",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 0, i = 0; for (; i + 3 < n; i += 4) { s = s * 31 + a[i]; s "
     "= s * 31 + a[i + 1]; s = s * 31 + a[i + 2]; s = s * 31 + a[i + 3]; } for (; i < n; i++) s = s * "
     "31 + a[i]; return s; }"},
    {"UnrolledUnsigned",
     "unsigned f(unsigned x, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s = s * 3 "
     "+ (x ^ i); return s; }",
     "unsigned f(unsigned x, unsigned n) { unsigned s = 0, i = 0, m = n & ~1u; for (; i < m; i += 2) "
     "{ s = s * 3 + (x ^ i); s = s * 3 + (x ^ (i + 1)); } if (n & 1) s = s * 3 + (x ^ i); return s; }"},
    {"PeeledFirst",
     "int f(const int *a, int n) { int s = 7; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 7; if (n > 0) { s = s * 31 + a[0]; for (int i = 1; i < n; "
     "i++) s = s * 31 + a[i]; } return s; }"},
    {"PeeledLast",
     "int f(const int *a, int n) { int s = 7; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 7; if (n > 0) { int i; for (i = 0; i < n - 1; i++) s = s * "
     "31 + a[i]; s = s * 31 + a[i]; } return s; }"},
    {"CountDown", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (int i = n; i > 0; i--) s = s * 31 + a; return s; }"},
    {"EarlyExitByFlag",
     "int f(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return "
     "-1; }",
     "int f(const int *a, int n, int x) { int r = -1, found = 0; for (int i = 0; i < n && !found; "
     "i++) if (a[i] == x) { r = i; found = 1; } return r; }"},
    {"PointerWalk",
     "int f(const int *a, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s = s * 31 + "
     "a[i]; return s; }",
     "int f(const int *a, unsigned n) { int s = 0; for (const int *p = a, *e = a + n; p != e; ++p) s "
     "= s * 31 + *p; return s; }"},
    {"PointerAndCounter",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 0; while (n-- > 0) s = s * 31 + *a++; return s; }"},
    {"TextByPointer",
     "int f(const char *s) { int h = 5381; unsigned long i = 0; while (s[i] != 0) { h = h * 33 ^ "
     "s[i]; i++; } return h; }",
     "int f(const char *s) { int h = 5381; for (; *s; s++) h = (h << 5) + h ^ *s; return h; }"},
    {"SumBackwards", "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i; return s; }",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = n; i-- > 0;) s += i; return s; }"},
    {"ArraySumBackwards",
     "int f(const int *a, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += a[i]; return "
     "s; }",
     "int f(const int *a, unsigned n) { int s = 0; for (unsigned i = n; i-- > 0;) s += a[i]; return "
     "s; }"},
    {"Fused",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) s = s * 3 + a[i]; "
     "for (int i = 0; i < n; i++) t = t * 5 ^ a[i]; return s - t; }",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s = s * 3 + a[i]; "
     "t = t * 5 ^ a[i]; } return s - t; }"},
    {"Split",
     "int f(int n, int k) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s = s * 3 + i; t = t * k "
     "^ i; } return s - t; }",
     "int f(int n, int k) { int s = 0, t = 1; for (int i = 0; i < n; i++) t = t * k ^ i; for (int i = "
     "0; i < n; i++) s = s * 3 + i; return s - t; }"},
    {"CubesAsASquare",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 1; i <= n && i != 0; i++) s += i * i * i; return s; }",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 1; i <= n && i != 0; i++) s += i; return s * s; }"},
    {"ALoopThatOnlyEnds", "int f(unsigned n) { while (n) n &= n - 1; return 7; }", "int f(unsigned n) { return 7; }"},
    {"ChangedHelperInManyWays",
     "static int up(int b) { return b >= 'a' && b <= 'z' ? b - 32 : b; }\n"
     "int putchar(int);\nvoid f(int a, int b, int c, int d) { if (up(a) == 'A') putchar(1); if (up(b) == 'B') "
     "putchar(2); "
     "if (up(c) == 'C') putchar(3); if (up(d) == 'D') putchar(4); if (up(a) == 'E') putchar(5); if (up(b) == 'F') "
     "putchar(6); if (up(c) == 'G') putchar(7); if (up(d) == 'H') putchar(8); }",
     "static int up(int b) { return b >= 'a' && b <= 'z' ? b & ~32 : b; }\n"
     "int putchar(int);\nvoid f(int a, int b, int c, int d) { if (up(a) == 'A') putchar(1); if (up(b) == 'B') "
     "putchar(2); "
     "if (up(c) == 'C') putchar(3); if (up(d) == 'D') putchar(4); if (up(a) == 'E') putchar(5); if (up(b) == 'F') "
     "putchar(6); if (up(c) == 'G') putchar(7); if (up(d) == 'H') putchar(8); }"},
    {"SplitWithStores",
     "int f(int *a, int n, int k) { int s = 0; for (int i = 0; i < n; i++) { a[i] *= k; s += a[i]; } return s; }",
     "int f(int *a, int n, int k) { for (int i = 0; i < n; i++) a[i] *= k; int s = 0; for (int i = 0; i < n; i++) s += "
     "a[i]; return s; }"},
    {"SplitIntoTwoStores",
     "struct p { int x, y; };\nvoid f(struct p *a, int n, int k) { for (int i = 0; i < n; i++) { a[i].x = k; a[i].y = "
     "i; "
     "} }",
     "struct p { int x, y; };\nvoid f(struct p *a, int n, int k) { for (int i = 0; i < n; i++) a[i].x = k; for (int i "
     "= "
     "0; i < n; i++) a[i].y = i; }"},
    {"LengthHoistedAndCountedDown",
     "#include <string.h>\nint f(const char *s) { int h = 7; for (unsigned long i = 0; i < strlen(s); i++) h = h * 31 "
     "+ "
     "s[i]; return h; }",
     "#include <string.h>\nint f(const char *s) { int h = 7; for (unsigned long left = strlen(s); left > 0; left--, "
     "s++) "
     "h = h * 31 + *s; return h; }"},
    {"RecursionToLoop", "int f(int n, int k) { if (n <= 0) return 1; return k * f(n - 1, k); }",
     "int f(int n, int k) { int r = 1; while (n > 0) { r *= k; n--; } return r; }"},
    {"RecursionUnfolded", "unsigned f(unsigned n, unsigned k) { if (n == 0) return k; return f(n - 1, k) * 31 + n; }",
     "unsigned f(unsigned n, unsigned k) { if (n == 0) return k; if (n == 1) return k * 31 + 1; "
     "return (f(n - 2, k) * 31 + (n - 1)) * 31 + n; }"},
    {"RecursionRewritten", "int f(int a, int b) { if (b == 0) return a; int r = a % b; return 1 + f(b, r); }",
     "int f(int a, int b) { int r; if (b != 0) { r = f(b, a % b); r++; } else r = a; return r; }"},
    {"Gcd",
     "unsigned f(unsigned a, unsigned b) { while (b != 0) { unsigned t = a % b; a = b; b = t; } "
     "return a; }",
     "unsigned f(unsigned a, unsigned b) { for (;;) { if (b == 0) return a; a %= b; if (a == 0) "
     "return b; b %= a; } }"},
    {"GcdSwapped", "unsigned f(unsigned a, unsigned b) { while (b) { unsigned t = b; b = a % b; a = t; } return a; }",
     "unsigned f(unsigned x, unsigned y) { unsigned r; if (y == 0) return x; do { r = x % y; x = y; y "
     "= r; } while (r); return x; }"},
    {"DigitsSum", "int f(unsigned n) { int s = 0; while (n > 0) { s += n % 10; n /= 10; } return s; }",
     "int f(unsigned n) { int s = 0; do { unsigned q = n / 10; s += n - q * 10; n = q; } while (n); "
     "return s; }"},
    {"InvariantInHelper",
     "static int scale(int a, int b) { return a * a - b; }\nint f(const int *p, int n, int a, int b) "
     "{ int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i] * scale(a, b); return s; }",
     "static int scale(int a, int b) { return a * a - b; }\nint f(const int *p, int n, int a, int b) "
     "{ int s = 0, c = scale(a, b), i = 0; while (i < n) { s = 3 * s + c * p[i]; i++; } return s; }"},
    {"TwoForOne",
     "int f(int n, int x) { int s = 0; for (int i = 0; i < n; i++) s = s * 7 + (x + 3 * i); return s; "
     "}",
     "int f(int n, int x) { int s = 0, i = 0, y = x; for (; i < n; i++, y += 3) s = s * 7 + y; return "
     "s; }"},
    {"DoWhile", "int f(int n, int x) { int s = 1; while (n > 0) { s = s * x + n; n = n - 3; } return s; }",
     "int f(int n, int x) { int s = 1; if (n > 0) do { s *= x; s += n; n -= 3; } while (n >= 1); "
     "return s; }"},
    {"FloatSum",
     "double f(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * a[i]; "
     "return s; }",
     "double f(const double *a, int n) { double s = 0; const double *p = a; int left = n; while (left "
     "> 0) { double v = *p; s = v * v + s; p++; left--; } return s; }"},
    {"FloatUnrolled",
     "double f(double x, int n) { double s = 1; for (int i = 0; i < n; i++) s = s * x + 1.5; return "
     "s; }",
     "double f(double x, int n) { double s = 1; int i = 0; for (; i + 1 < n; i += 2) { s = x * s + "
     "1.5; s = x * s + 1.5; } if (i < n) s = s * x + 1.5; return s; }"},
    {"Horner",
     "double f(const double *c, int n, double x) { double r = 0; for (int i = n; i-- > 0;) r = r * x "
     "+ c[i]; return r; }",
     "double f(const double *c, int n, double x) { double r = 0; while (n > 0) { n--; r = c[n] + x * "
     "r; } return r; }"},
    {"StoresUnrolled", "void f(int *a, const int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; }",
     "void f(int *a, const int *b, int n) { int i = 0; for (; i + 1 < n; i += 2) { a[i] = b[i] + 1; "
     "a[i + 1] = b[i + 1] + 1; } if (i < n) a[i] = b[i] + 1; }"},
    {"PrintedByCountDown",
     "#include <stdio.h>\nvoid f(int n) { for (int i = 0; i < n; i++) printf(\"%d\\n\", i * 3); }",
     "#include <stdio.h>\nvoid f(int n) { int v = 0; while (n > 0) { printf(\"%d\\n\", v); v += "
     "3; n--; } }"},
    {"UnrolledToAMultiple",
     "unsigned f(unsigned n, unsigned s) { for (unsigned i = 0; i < n; i++) s = s * 33 + i; return s; "
     "}",
     "unsigned f(unsigned n, unsigned s) { unsigned i = 0, m = n - n % 4; while (i < m) { s = s * 33 "
     "+ i; s = s * 33 + (i + 1); s = s * 33 + (i + 2); s = s * 33 + (i + 3); i += 4; } for (; i < n; "
     "i++) s = s * 33 + i; return s; }"},
    {"WeightedSumBackwards", "int f(int n, int w) { int s = 0; for (int i = 0; i < n; i++) s += i * w; return s; }",
     "int f(int n, int w) { int s = 0; for (int k = n; k > 0; k--) s += (k - 1) * w; return s; }"},
    {"Nested",
     "int f(const int *a, int n, int m) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < "
     "m; j++) s = s * 3 + a[i * m + j]; return s; }",
     "int f(const int *a, int n, int m) { int s = 0, row = 0; for (int i = 0; i < n; i++, row += m) "
     "for (int j = 0; j < m; j++) s = s * 3 + a[row + j]; return s; }"},
    {"Fibonacci",
     "unsigned f(unsigned n) { unsigned a = 0, b = 1; for (unsigned i = 0; i < n; i++) { unsigned t = "
     "a + b; a = b; b = t; } return a; }",
     "unsigned f(unsigned n) { unsigned a = 0, b = 1; while (n--) { b = a + b; a = b - a; } return a; "
     "}"},
    {"MaximumFromFirst",
     "int f(const int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; "
     "return m; }",
     "int f(const int *a, int n) { int m = a[0], i = 1; while (i < n) { int v = a[i++]; m = v < m ? m "
     ": v; } return m; }"},
    {"Power",
     "unsigned f(unsigned b, unsigned e) { unsigned r = 1; while (e) { if (e & 1) r *= b; b *= b; e "
     ">>= 1; } return r; }",
     "unsigned f(unsigned b, unsigned e) { unsigned r = 1; for (; e != 0; e /= 2) { if (e % 2 == 1) r "
     "= r * b; b = b * b; } return r; }"},
    {"SumInClosedForm",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3 * i + 2; return s; }",
     "unsigned f(unsigned n) { return (unsigned)((unsigned long)n * (3ul * n + 1) / 2); }"},
    {"SumBelowInClosedForm",
     "unsigned f(unsigned n, unsigned k) { unsigned s = k; for (unsigned i = 0; i < n; i++) s += i; return s ^ n; }",
     "unsigned f(unsigned n, unsigned k) { unsigned long m = n; return (k + (unsigned)(m * (m - 1) / 2)) ^ n; }"},
    {"NestedBecomesOneLoop",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned i = 0; i < r; i++) for (unsigned j = 0; "
     "j < c; j++) x = (x << 3) + (x ^ (i * c + j)); return x; }",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned k = 0; k < (unsigned)r * c; k++) x = (x "
     "<< 3) + (x ^ k); return x; }"},
    {"OneLoopBecomesNested",
     "unsigned f(unsigned short r, unsigned short c, unsigned x) { for (unsigned k = 0, n = (unsigned)r * c; k < n; "
     "k++) "
     "x = x * 5 - k; return x; }",
     "unsigned f(unsigned short r, unsigned short c, unsigned x) { for (unsigned i = 0; i < r; i++) for (unsigned j = "
     "0; "
     "j < c; j++) x = x * 5 - (i * c + j); return x; }"},
};

class RefactoredTest : public testing::TestWithParam<LoopPair> {};
TEST_P(RefactoredTest, IsProved) {
  InductionAnswer Answer = compare(GetParam(), std::chrono::seconds(120)); // it takes a second, on a machine with time
  EXPECT_TRUE(Answer.Equal) << Answer.WhyNot;
  RecordProperty("normal-form", sameForms(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Induction, RefactoredTest, testing::ValuesIn(Refactored), nameOf);

const LoopPair Changed[] = {
    {"SumBackwardsAtTheLimit", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
     "int f(int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s += i; return s; }"},
    {"HornerAtTheLimit",
     "double f(const double *c, int n, double x) { double r = 0; for (int i = n - 1; i >= 0; i--) r = "
     "r * x + c[i]; return r; }",
     "double f(const double *c, int n, double x) { double r = 0; while (n > 0) { n--; r = c[n] + x * "
     "r; } return r; }"},
    {"OffByOne", "int f(int n, int k) { int s = 0; for (int i = 0; i < n; i++) s ^= i * k; return s; }",
     "int f(int n, int k) { int s = 0, p = 0; for (int i = 0; i <= n; i++) { s ^= p; p += k; } return "
     "s; }"},
    {"OtherStart", "int f(int n, int k) { int s = 0; for (int i = 0; i < n; i++) s ^= i * k; return s; }",
     "int f(int n, int k) { int s = 0, p = k; for (int i = 0; i < n; i++) { s ^= p; p += k; } return "
     "s; }"},
    {"OneMore", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (int i = n; i >= 0; i--) s = s * 31 + a; return s; }"},
    {"OneMoreAtTheEnd", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a; return s; }",
     "int f(int n, int a) { int s = a; for (int i = 1; i < n; i++) s = s * 31 + a; return s; }"},
    {"NoRemainder",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 0, i = 0; for (; i + 1 < n; i += 2) { s = s * 31 + a[i]; s "
     "= s * 31 + a[i + 1]; } return s; }"},
    {"OtherRemainder",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a[i]; return "
     "s; }",
     "int f(const int *a, int n) { int s = 0, i = 0; for (; i + 3 < n; i += 4) { s = s * 31 + a[i]; s "
     "= s * 31 + a[i + 1]; s = s * 31 + a[i + 2]; s = s * 31 + a[i + 3]; } if (i < n) s = s * 31 + "
     "a[i]; return s; }"},
    {"UnrolledAtTheLimit",
     "int f(unsigned x, int lo, int n) { int s = 0; for (int i = lo; i < n; i++) s = s * 31 + x; "
     "return s; }",
     "int f(unsigned x, int lo, int n) { int s = 0, i = lo; for (; i + 1 < n; i += 2) { s = s * 31 + "
     "x; s = s * 31 + x; } if (i < n) s = s * 31 + x; return s; }"},
    {"UnrolledUnsignedAtTheLimit",
     "unsigned f(unsigned x, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s = s * 3 "
     "+ x; return s; }",
     "unsigned f(unsigned x, unsigned n) { unsigned s = 0, i = 0; for (; i < n - 1; i += 2) { s = s * "
     "3 + x; s = s * 3 + x; } if (i < n) s = s * 3 + x; return s; }"},
    {"StrideByTwoAtTheLimit", "int f(int n) { int s = 0; for (int i = 0; i < n; i += 2) s = s * 3 + 1; return s; }",
     "int f(int n) { int s = 0; for (int i = 0; i < n / 2; i++) s = s * 3 + 1; return s; }"},
    {"StrideThree", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i += 2) s = s * 31 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i += 3) s = s * 31 + a; return s; }"},
    {"FloatOrder",
     "double f(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return "
     "s; }",
     "double f(const double *a, int n) { double s = 0; for (int i = n - 1; i >= 0; i--) s += a[i]; "
     "return s; }"},
    {"FloatAssociation",
     "double f(double x, double y, int n) { double s = 0; for (int i = 0; i < n; i++) s = s + x + y; "
     "return s; }",
     "double f(double x, double y, int n) { double s = 0; for (int i = 0; i < n; i++) s = s + (x + "
     "y); return s; }"},
    {"FloatTwoSums",
     "double f(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return "
     "s; }",
     "double f(const double *a, int n) { double s = 0, t = 0; int i = 0; for (; i + 1 < n; i += 2) { "
     "s += a[i]; t += a[i + 1]; } if (i < n) s += a[i]; return s + t; }"},
    {"NotEqualForLess", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (int i = 0; i != n; i++) s = s * 31 + a; return s; }"},
    {"NeverEnds", "int f(unsigned n) { unsigned i = 0; while (i < n) i++; return 1; }",
     "int f(unsigned n) { unsigned i = 0; while (i < n) i += n > 100 ? 0 : 1; return 1; }"},
    {"NeverEndsAtTheLimit",
     "int f(unsigned n, unsigned a) { unsigned s = 0; for (unsigned long i = 0; i <= n; i++) s = s * "
     "3 + a; return s; }",
     "int f(unsigned n, unsigned a) { unsigned s = 0; for (unsigned i = 0; i <= n; i++) s = s * 3 + "
     "a; return s; }"},
    {"EndlessRecursion", "int f(int n) { if (n == 0) return 0; return f(n - 1) + n - n; }",
     "int f(int n) { if (n == 0) return 0; return f(n) + n - n; }"},
    {"NarrowCounter", "int f(int n, int a) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (short i = 0; i < n; i++) s = s * 3 + a; return s; }"},
    {"EffectOrder",
     "#include <stdio.h>\nvoid f(int n) { for (int i = 0; i < n; i++) { putchar('a'); "
     "fputs(\"b\", stderr); } }",
     "#include <stdio.h>\nvoid f(int n) { for (int i = n; i > 0; i--) { fputs(\"b\", stderr); "
     "putchar('a'); } }"},
    {"StoreBehindTrap",
     "int g;\nint f(int n, int d) { int s = 0; for (int i = 0; i < n; i++) { g = i; s += 100 / (d - "
     "i); } return s; }",
     "int g;\nint f(int n, int d) { int s = 0; for (int i = 0, k = d; i < n; i++, k--) { s += 100 / "
     "k; g = i; } return s; }"},
    {"AccumulatorInMemory", "void f(int *p, const int *a, int n) { for (int i = 0; i < n; i++) *p += a[i]; }",
     "void f(int *p, const int *a, int n) { if (n > 0) { int s = *p; for (int i = 0; i < n; i++) s += "
     "a[i]; *p = s; } }"},
    {"LoadedEarly", "int f(int *a, int *b, int n) { for (int i = 0; i < n; i++) { a[i] = 1; b[i] += 2; } return 0; }",
     "int f(int *a, int *b, int n) { for (int i = 0, v; i < n; i++) { v = b[i]; a[i] = 1; b[i] = v + "
     "2; } return 0; }"},
    {"UnrolledStoresMixed", "void f(int *a, const int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; }",
     "void f(int *a, const int *b, int n) { int i = 0; for (; i + 1 < n; i += 2) { int x = b[i], y = "
     "b[i + 1]; a[i] = x + 1; a[i + 1] = y + 1; } if (i < n) a[i] = b[i] + 1; }"},
    {"ReadWithoutNeed",
     "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[i]; return s; "
     "}",
     "int f(const int *a, int n) { int s = 0, v = a[0]; for (int i = 0; i < n; i++) { s = s * 3 + v; "
     "v = a[i + 1]; } return s; }"},
    {"InvariantReadOnce",
     "int f(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[5]; return s; "
     "}",
     "int f(const int *p, int n) { int s = 0, v = p[5]; for (int i = 0; i < n; i++) s = s * 3 + v; "
     "return s; }"},
    {"UnsignedBelowZero",
     "int f(int n, int a) { int s = 0; for (int i = n - 1; i >= 0; i--) s = s * 3 + a; return s; }",
     "int f(int n, int a) { int s = 0; for (unsigned i = n - 1; i + 1 != 0; i--) s = s * 3 + a; "
     "return s; }"},
    {"TrapInTheLastRound",
     "int f(int n, int d) { int s = 0; for (int i = 0; i < n; i++) s += 100 / (d - i); return s; }",
     "int f(int n, int d) { int s = 0; for (int i = 0, k = d; i < n; i++) { s += 100 / k; k--; s += 0 "
     "* (7 / k); } return s; }"},
    {"EarlyExitLater",
     "int f(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return "
     "-1; }",
     "int f(const int *a, int n, int x) { int r = -1; for (int i = 0; i < n; i++) if (a[i] == x) r = "
     "i; return r; }"},
    {"EarlyExitLastIndex",
     "int f(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return "
     "-1; }",
     "int f(const int *a, int n, int x) { int i = 0; while (i < n && a[i] != x) i++; return i; }"},
    {"SumBackwardsWrong", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
     "int f(int n) { int s = 0; for (int i = n; i > 0; i--) s += i; return s; }"},
    {"XorBackwardsOfOther",
     "unsigned f(unsigned n) { unsigned s = 1; for (unsigned i = 0; i < n; i++) s = s * 3 ^ i; return "
     "s; }",
     "unsigned f(unsigned n) { unsigned s = 1; for (unsigned i = n; i-- > 0;) s = s * 3 ^ i; return "
     "s; }"},
    {"FusedDependent",
     "void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; "
     "i++) b[i] = a[n - 1 - i]; }",
     "void f(int *a, int *b, int n) { for (int i = 0; i < n; i++) { a[i] = i; b[i] = a[n - 1 - i]; } }"},
    {"FusedOneLonger",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) s = s * 3 + a[i]; "
     "for (int i = 0; i < n - 1; i++) t = t * 5 ^ a[i]; return s - t; }",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s = s * 3 + a[i]; "
     "t = t * 5 ^ a[i]; } return s - t; }"},
    {"GcdZero", "int f(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }",
     "int f(int a, int b) { for (;;) { a %= b; if (a == 0) return b; b %= a; if (b == 0) return a; } }"},
    {"GcdSign", "int f(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }",
     "int f(int a, int b) { if (b < 0) b = -b; while (b != 0) { int t = a % b; a = b; b = t; } return "
     "a; }"},
    {"DigitsOfNegative", "int f(int n) { int s = 0; while (n > 0) { s += n % 10; n /= 10; } return s; }",
     "int f(int n) { int s = 0; do { s += n % 10; n /= 10; } while (n != 0); return s; }"},
    {"Volatile",
     "int f(volatile int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + *p; return "
     "s; }",
     "int f(volatile int *p, int n) { int s = 0, v = 0; for (int i = n; i > 0; i--) { v = *p; v = *p; "
     "s = s * 3 + v; } return s; }"},
    {"OtherCallArgument", "#include <stdio.h>\nvoid f(int n) { for (int i = 0; i < n; i++) printf(\"%d\\n\", i * 3); }",
     "#include <stdio.h>\nvoid f(int n) { int v = 0; while (n > 0) { v += 3; printf(\"%d\\n\", "
     "v); n--; } }"},
    {"CalleeInTheLoop",
     "static int g(int x) { return x * x + 1; }\nint f(int n) { int s = 0; for (int i = 0; i < n; "
     "i++) s = s * 3 + g(i); return s; }",
     "static int g(int x) { return x * x + 2; }\nint f(int n) { int s = 0; int i = 0; for (int k = "
     "n; k > 0; k--) s = s * 3 + g(i++); return s; }"},
    {"CalledOnceLess", "int g(int);\nint f(int n) { int s = 0; for (int i = 0; i < n; i++) s += g(i); return s; }",
     "int g(int);\nint f(int n) { int s = 0, i = 0; for (int k = n; k > 1; k--) s += g(i++); return "
     "s; }"},
    {"UnwrittenStart", "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + i; return s; }",
     "int f(int n) { int s; for (int i = 0, k = n; k > 0; i++, k--) { if (i == 0) s = 0; s = s * 3 + "
     "i; } return s; }"},
    {"RecursionUnfoldedWrong",
     "unsigned f(unsigned n, unsigned k) { if (n == 0) return k; return f(n - 1, k) * 31 + n; }",
     "unsigned f(unsigned n, unsigned k) { if (n == 0) return k; return (f(n - 2, k) * 31 + (n - 1)) "
     "* 31 + n; }"},
    {"ArraySumBackwardsFloat",
     "double f(const double *a, unsigned n) { double s = 0; for (unsigned i = 0; i < n; i++) s += "
     "a[i]; return s; }",
     "double f(const double *a, unsigned n) { double s = 0; for (unsigned i = n; i-- > 0;) s += a[i]; "
     "return s; }"},
    {"ArrayHashBackwards",
     "unsigned f(const unsigned *a, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s "
     "= s * 2 + a[i]; return s; }",
     "unsigned f(const unsigned *a, unsigned n) { unsigned s = 0; for (unsigned i = n; i-- > 0;) s = "
     "s * 2 + a[i]; return s; }"},
    {"ArrayWrittenBackwards",
     "void f(int *a, const int *b, unsigned n) { for (unsigned i = 0; i < n; i++) a[i] = b[i]; }",
     "void f(int *a, const int *b, unsigned n) { for (unsigned i = n; i-- > 0;) a[i] = b[i]; }"},
    {"LastIndexBackwards",
     "int f(const int *a, unsigned n) { int s = 0, l = -1; for (unsigned i = 0; i < n; i++) { s += "
     "a[i]; l = i; } return s ^ l; }",
     "int f(const int *a, unsigned n) { int s = 0, l = -1; for (unsigned i = n; i-- > 0;) { s += "
     "a[i]; l = i; } return s ^ l; }"},
    {"FusedWithTrap",
     "int f(const int *a, const int *b, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) s = s "
     "* 3 + 7 / a[i]; for (int i = 0; i < n; i++) t = t * 5 ^ b[i + 9]; return s - t; }",
     "int f(const int *a, const int *b, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s = "
     "s * 3 + 7 / a[i]; t = t * 5 ^ b[i + 9]; } return s - t; }"},
    {"ALoopThatMayNotEnd", "int f(unsigned n) { while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2; return 7; }",
     "int f(unsigned n) { return 7; }"},
    {"ALoopThatGoesUpAndDown", "int f(unsigned n) { while (n) n = n ^ 1; return 7; }",
     "int f(unsigned n) { return 7; }"},
    {"ChangedHelperApart",
     "static int up(int b) { return b >= 'a' && b <= 'z' ? b - 32 : b; }\n"
     "int putchar(int);\nvoid f(int a) { if (up(a) == 'Z') putchar(1); }",
     "static int up(int b) { return b >= 'a' && b < 'z' ? b - 32 : b; }\n"
     "int putchar(int);\nvoid f(int a) { if (up(a) == 'Z') putchar(1); }"},
    {"CubesAsASquareOfOneMore",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 1; i <= n && i != 0; i++) s += i * i * i; return s; }",
     "unsigned f(unsigned n) { unsigned s = 1; for (unsigned i = 1; i <= n && i != 0; i++) s += i; return s * s; }"},
    {"FusedReadsNeighbour",
     "int f(int *a, int n, int k) { for (int i = 0; i < n; i++) a[i] *= k; int s = 0; for (int i = 0; i < n; i++) s += "
     "a[i + 1]; return s; }",
     "int f(int *a, int n, int k) { int s = 0; for (int i = 0; i < n; i++) { a[i] *= k; s += a[i + 1]; } return s; }"},
    {"FusedOtherArray",
     "int f(int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = i; int s = 0; for (int i = 0; i < n; i++) s += "
     "b[i]; return s; }",
     "int f(int *a, int *b, int n) { int s = 0; for (int i = 0; i < n; i++) { a[i] = i; s += b[i]; } return s; }"},
    {"FusedOverlappingStores",
     "void f(char *a, int n) { for (int i = 0; i < n; i++) *(int *)(a + i) = i; for (int i = 0; i < n; i++) a[i + 2] = "
     "7; }",
     "void f(char *a, int n) { for (int i = 0; i < n; i++) { *(int *)(a + i) = i; a[i + 2] = 7; } }"},
    {"LengthOfATextThatChanges",
     "#include <string.h>\nint f(char *s) { int c = 0; for (unsigned long i = 0; i < strlen(s); i++) { s[i / 2] = 0; "
     "c++; } return c; }",
     "#include <string.h>\nint f(char *s) { int c = 0; for (unsigned long i = 0, n = strlen(s); i < n; i++) { s[i / 2] "
     "= "
     "0; c++; } return c; }"},
    {"FusedUsesResult",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) s = s * 3 + a[i]; "
     "for (int i = 0; i < n; i++) t = t * 5 ^ (a[i] + s); return s - t; }",
     "int f(const int *a, int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) { s = s * 3 + a[i]; "
     "t = t * 5 ^ (a[i] + s); } return s - t; }"},
    {"RecursionLess", "unsigned f(unsigned n, unsigned k) { if (n == 0) return k; return f(n - 1, k) * 31 + n; }",
     "unsigned f(unsigned n, unsigned k) { if (n <= 1) return k; return f(n - 1, k) * 31 + n; }"},
    {"SumByFormulaWrong",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i; return s; }",
     "unsigned f(unsigned n) { return n * (n - 1) / 2; }"},
    {"SumInClosedFormThatWraps",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3 * i + 2; return s; }",
     "unsigned f(unsigned n) { return (unsigned)((unsigned long)(n * (3 * n + 1)) / 2); }"},
    {"SumInClosedFormOfOneMore",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i <= n; i++) s += i; return s; }",
     "unsigned f(unsigned n) { unsigned long m = n; return (unsigned)(m * (m + 1) / 2); }"}, // never ends
    {"SumInClosedFormRoundedUp",
     "unsigned f(unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += 3 * i + 2; return s; }",
     "unsigned f(unsigned n) { return (unsigned)(((unsigned long)n * (3ul * n + 1) + 3) / 2); }"},
    {"NestedBecomesOneLoopThatWraps",
     "unsigned f(unsigned r, unsigned c, unsigned x) { for (unsigned i = 0; i < r; i++) for (unsigned j = 0; j < c; "
     "j++) x = x * 31 + (i * c + j); return x; }",
     "unsigned f(unsigned r, unsigned c, unsigned x) { for (unsigned k = 0; k < r * c; k++) x = x * 31 + k; return x; "
     "}"},
    {"NestedBecomesOneLoopOfNarrowCells",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned i = 0; i < r; i++) for (unsigned j = 0; "
     "j < c; j++) x = x * 31 + (i * c + j); return x; }",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned k = 0; k < (unsigned short)(r * c - 1); "
     "k++) x = x * 31 + k; return x; }"},
    {"NestedBecomesOneLoopOfRows",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned i = 0; i < r; i++) for (unsigned j = 0; "
     "j < c; j++) x = x * 31 + (i * c + j); return x; }",
     "unsigned f(unsigned char r, unsigned char c, unsigned x) { for (unsigned k = 0; k < (unsigned)r * c; k++) x = x "
     "* "
     "31 + (k / (c + 1)); return x; }"},
};

class ChangedTest : public testing::TestWithParam<LoopPair> {};
TEST_P(ChangedTest, IsNotProved) {
  EXPECT_FALSE(compare(GetParam()).Equal);
}
INSTANTIATE_TEST_SUITE_P(Induction, ChangedTest, testing::ValuesIn(Changed), nameOf);

constexpr const char *Counted = "int f(int n, int k) { int s = 0; for (int i = 0; i < n; i++) s ^= i * k; return s; }";
constexpr const char *Added =
    "int f(int n, int k) { int s = 0, p = 0; for (int i = 0; i < n; i++) { s ^= p; p += k; } return s; }";

std::optional<Verdict> judge(const std::vector<std::string> &Texts, const std::string &Entry,
                             std::chrono::milliseconds Limit) {
  SmallVersions Pair(Texts, Entry);
  return judgeByInduction(*Pair.Maps.front(), Pair.space(), Budget(Limit));
}

TEST(JudgeByInduction, SaysWhatItRestsOn) {
  auto Judged = judge({Counted, Added}, "f", std::chrono::seconds(20));
  ASSERT_TRUE(Judged);
  EXPECT_EQ(Judged->What, Answer::Equal);
  EXPECT_EQ(Judged->Reach, Extent::Complete);
  EXPECT_EQ(Judged->Why.Code, "induction");
  EXPECT_EQ(Judged->Assumptions, std::vector<std::string>{"compiler-transformations"});
}

TEST(JudgeByInduction, SaysNothingWithoutTime) {
  EXPECT_FALSE(judge({Counted, Added}, "f", std::chrono::milliseconds(0)));
}

TEST(JudgeByInduction, LooksAtFunctionsThatAreCalled) {
  std::string Main = "\n#include <stdio.h>\nint main(int n, char **v) { printf(\"%d\\n\", f(n, 3)); return 0; }\n";
  EXPECT_TRUE(judge({Counted + Main, Added + Main}, "main", std::chrono::seconds(20)));
  std::string Wrong = std::string(Added).replace(std::string(Added).find("p = 0"), 5, "p = k");
  EXPECT_FALSE(judge({Counted + Main, Wrong + Main}, "main", std::chrono::seconds(20)));
}

} // namespace

} // namespace vernier::test
