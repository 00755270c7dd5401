// A complete exploration finds exactly the feasible paths that brute force over the input space finds. What a path is,
// says a second instrumentation that knows nothing of the engine: the sides of all branches of the program, in order,
// and how it ended.

#include "explore/Explore.h"
#include "random/Execution.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <filesystem>
#include <map>
#include <set>

using namespace vernier;

namespace {

struct Small {
  const char *Name;
  const char *Text;
  std::vector<std::pair<const char *, std::pair<int, int>>> Bounds;
};

using P = std::pair<int, int>;

const Small Programs[] = {
    {"Nothing", "int program(int x) { return x + 1; }", {{"x", P{-5, 5}}}},
    {"OneBranch", "int program(int x) { return x > 3 ? 1 : 2; }", {{"x", P{-20, 20}}}},
    {"NestedBranches",
     "int program(int x, int y) { if (x > y) { if (x > 4) return 1; if (y < -3) return 2; return 3; } return y == 5; }",
     {{"x", P{-8, 8}}, {"y", P{-8, 8}}}},
    {"ShortCircuit",
     "int program(int x, int y) { if ((x > 2 && y > 2) || (x < -2 && !(y == 1))) return 1; return 0; }",
     {{"x", P{-5, 5}}, {"y", P{-5, 5}}}},
    {"LoopWithBound",
     "int program(int n) { int s = 0; for (int i = 0; i < n && i < 10; i++) s += i; return s; }",
     {{"n", P{-3, 14}}}},
    {"DoWhile",
     "int program(unsigned char x) { int c = 0; do { c++; x /= 2; } while (x); return c; }",
     {{"x", P{0, 255}}}},
    {"NestedLoops",
     "int program(int n, int m) { int s = 0; for (int i = 0; i < n; i++) for (int j = i; j < m; j++) s += i ^ j; "
     "return s; }",
     {{"n", P{0, 4}}, {"m", P{0, 4}}}},
    {"BreakAndContinue",
     "int program(int x, int y) { int s = 0; for (int i = 0; i < 6; i++) { if (i == x) continue; if (i * 2 == y) "
     "break; s "
     "+= i; } return s; }",
     {{"x", P{-1, 6}}, {"y", P{-1, 12}}}},
    {"SwitchWithFallThrough",
     "int program(int x) { int r = 0; switch (x) { case 1: r = 5; case 2: case 3: r += 2; break; case 7: return 9; "
     "default: r = 1; } return r; }",
     {{"x", P{-4, 12}}}},
    {"SwitchOnExpression",
     "int program(int x) { switch ((x * 7) & 15) { case 0: return 1; case 3: return 2; case 14: return 3; } return 0; "
     "}",
     {{"x", P{-40, 40}}}},
    {"NestedCalls",
     "static int a(int x) { return x > 2 ? x - 1 : x; } static int b(int x) { return a(x) + a(x + 1); } int "
     "program(int x) "
     "{ return b(x) > 4 ? b(x - 3) : 0; }",
     {{"x", P{-10, 10}}}},
    {"Recursion",
     "static int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int program(int n) { return f(n); }",
     {{"n", P{-2, 8}}}},
    {"MutualRecursion",
     "static int odd(unsigned n); static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); } static int "
     "odd(unsigned "
     "n) { return n == 0 ? 0 : even(n - 1); } int program(unsigned n) { return even(n); }",
     {{"n", P{0, 12}}}},
    {"ArrayRead",
     "static const int t[8] = {3, 1, 4, 1, 5, 9, 2, 6}; int program(int i) { return t[i & 7] > 3 ? 1 : 2; }",
     {{"i", P{-20, 20}}}},
    {"ArrayWrite",
     "int program(int i, int v) { int a[4] = {0, 0, 0, 0}; a[i & 3] = v; if (a[2] == 5) return 1; if (a[0] > a[1]) "
     "return "
     "2; return 3; }",
     {{"i", P{-4, 4}}, {"v", P{-6, 6}}}},
    {"TwoWrites",
     "int program(int i, int j) { int a[3] = {1, 2, 3}; a[(unsigned)i % 3] = 7; a[(unsigned)j % 3] += 1; return a[0] "
     "== 8 "
     "? 1 : a[1] == 8 ? 2 : a[2] == 8 ? 3 : 4; }",
     {{"i", P{0, 8}}, {"j", P{0, 8}}}},
    {"Sorting",
     "int program(int a, int b, int c) { int v[3] = {a, b, c}; for (int i = 0; i < 3; i++) for (int j = 0; j + 1 < 3 - "
     "i; "
     "j++) if (v[j] > v[j + 1]) { int t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; } return v[1]; }",
     {{"a", P{0, 3}}, {"b", P{0, 3}}, {"c", P{0, 3}}}},
    {"Pointers",
     "int program(int x) { int a = 1, b = 2, *p = &b; if (x > 5) p = &a; *p = x; return a > 6 ? 1 : b < 0 ? 2 : 3; }",
     {{"x", P{-9, 12}}}},
    {"PointerComparison",
     "int program(int x) { int a[5] = {0}; int *p = a + (x & 3), *e = a + 4; int n = 0; while (p != e) { p++; n++; } "
     "return "
     "n; }",
     {{"x", P{-8, 8}}}},
    {"ChosenStrings",
     "static int length(const char *s) { int n = 0; while (*s++) n++; return n; } int program(int x) { return length(x "
     "> 3 "
     "? \"a\" : x < 0 ? \"bc\" : \"\"); }",
     {{"x", P{-9, 9}}}},
    {"Heap",
     "void *malloc(unsigned long); void free(void *); int program(int x) { int *p = malloc(16); p[0] = x; p[1] = -x; "
     "int r = "
     "p[x > 0] < -3; free(p); return r ? 4 : 5; }",
     {{"x", P{-10, 10}}}},
    {"Strings",
     "static int length(const char *s) { int n = 0; while (*s++) n++; return n; } static int same(const char *a, const "
     "char "
     "*b) { while (*a && *a == *b) a++, b++; return *a == *b; } int program(unsigned char a, unsigned char b) { char "
     "s[3] = "
     "{(char)a, (char)b, 0}; if (length(s) == 1) return 1; return same(s, \"ab\") ? 2 : 3; }",
     {{"a", P{95, 99}}, {"b", P{0, 255}}}},
    {"BitTricks",
     "int program(unsigned char x) { int c = 0; unsigned v = x; while (v) { v &= v - 1; c++; } return c == 3 ? 1 : (x "
     "& -x) "
     "== 4; }",
     {{"x", P{0, 255}}}},
    {"Builtins",
     "int program(unsigned x) { if (__builtin_popcount(x) == 2) return 1; if (x && __builtin_ctz(x) == 3) return 2; if "
     "(x && "
     "__builtin_clz(x) == 28) return 3; return 0; }",
     {{"x", P{0, 300}}}},
    {"FunctionPointers",
     "static int f(int x) { return x > 1; } static int g(int x) { return x < -1 ? 7 : 8; } static int (*t[2])(int) = "
     "{f, g}; "
     "int program(int i, int x) { return t[i & 1](x); }",
     {{"i", P{0, 3}}, {"x", P{-3, 3}}}},
    {"EarlyExit",
     "void exit(int) __attribute__((noreturn)); static void check(int x) { if (x == 3) exit(7); } int program(int x, "
     "int y) { "
     "check(x); check(y); return x + y == 6 ? 1 : 0; }",
     {{"x", P{0, 6}}, {"y", P{0, 6}}}},
    {"Structures",
     "struct S { int a; char b; short c; }; static int f(struct S s) { return s.a > s.b ? s.c : 0; } int program(int "
     "x, int y) "
     "{ struct S s = {x, (char)y, (short)(x - y)}, t = s; t.a++; return f(t) == 3 ? 1 : f(s) < 0; }",
     {{"x", P{-6, 6}}, {"y", P{-6, 6}}}},
    {"Unions",
     "union U { unsigned w; unsigned char b[4]; }; int program(unsigned x) { union U u; u.w = x * 257; return u.b[1] > "
     "u.b[0] ? 1 : u.b[2] ? 2 : 3; }",
     {{"x", P{0, 600}}}},
    {"BitFields",
     "struct B { unsigned a : 3; int b : 4; }; int program(int x) { struct B s; s.a = x; s.b = x; return s.a == 5 ? 1 "
     ": s.b < "
     "0 ? 2 : 3; }",
     {{"x", P{-20, 20}}}},
    {"NarrowTypes",
     "int program(signed char x, unsigned char y) { signed char s = x + 100; unsigned char u = y - 7; if (s < 0) "
     "return u > "
     "200; return u == 250 ? 3 : 4; }",
     {{"x", P{-128, 127}}, {"y", P{0, 20}}}},
    {"WideArithmetic",
     "int program(int x, int y) { long long p = (long long)x * 3000000000LL + y; if (p % 1000 == 7) return 1; return p "
     "> "
     "9000000000LL ? 2 : (unsigned long long)p >> 63 ? 3 : 4; }",
     {{"x", P{-5, 5}}, {"y", P{-3, 12}}}},
    {"SixteenBits",
     "int program(short x) { unsigned short u = (unsigned short)(x * 3); short s = (short)u; if (s < 0) return u > "
     "60000; "
     "return s > 300 ? 2 : 3; }",
     {{"x", P{-200, 200}}}},
    {"Shifts",
     "int program(int x, unsigned char n) { int a = x >> (n & 7), b = (unsigned)x << (n & 3); return a == -1 ? 1 : b > "
     "40 ? 2 "
     ": 3; }",
     {{"x", P{-20, 20}}, {"n", P{0, 9}}}},
    {"Division",
     "int program(int x, int y) { int q = x / y; return q > 3 ? 1 : x % y == 1 ? 2 : 3; }",
     {{"x", P{-12, 12}}, {"y", P{-3, 3}}}},
    {"Globals",
     "static int g = 2; static void step(int x) { if (x > g) g = x; else g--; } int program(int a, int b) { step(a); "
     "step(b); "
     "return g > 4; }",
     {{"a", P{0, 6}}, {"b", P{0, 6}}}},
    {"Ternary",
     "int program(int x, int y) { int m = x < y ? x : y, n = m < 0 ? -m : m; return n > 3 ? m : n; }",
     {{"x", P{-6, 6}}, {"y", P{-6, 6}}}},
    {"StateMachine",
     "int program(unsigned x) { int s = 0; for (int i = 0; i < 5; i++, x >>= 1) { int b = x & 1; switch (s) { case 0: "
     "s = b ? "
     "1 : 0; break; case 1: s = b ? 1 : 2; break; default: s = b ? 0 : 2; } } return s; }",
     {{"x", P{0, 31}}}},
    {"Goto",
     "int program(int x) { int n = 0; again: if (n++ > 4) goto out; if (x & n) goto again; x++; if (x > 3) goto out; "
     "goto "
     "again; out: return n; }",
     {{"x", P{-10, 10}}}},
    {"MemoryFunctions",
     "void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long); int "
     "program(unsigned char "
     "a, unsigned char b) { unsigned char s[4] = {a, b, 1, 2}, t[4]; memset(t, a, 4); memcpy(t + 1, s, 2); return t[2] "
     "> t[3] "
     "? 1 : t[1] == t[2] ? 2 : 3; }",
     {{"a", P{0, 15}}, {"b", P{0, 15}}}},
    {"Floating",
     "int program(int x) { double d = x * 0.5; float f = (float)d - 1.25f; if (f > 2.0f) return 1; return (int)(d * d) "
     "== 4 ? "
     "2 : 3; }",
     {{"x", P{-12, 12}}}},
    {"VariableArguments",
     "static int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0; for (int i = 0; i < n; "
     "i++) s += "
     "__builtin_va_arg(l, int); __builtin_va_end(l); return s; } int program(int a, int b) { return sum(3, a, 2, b) > "
     "5 ? 1 : "
     "sum(1, b) == 3; }",
     {{"a", P{-4, 6}}, {"b", P{-4, 6}}}},
    {"WideValuesOfConcreteOnes", // head of coreutils: checked multiplication of a number that is known on its path
     "int program(int a) { long k = 3; if (a > 2) k = 5; __int128 p = (__int128)k * 3 * a; return p > 14 ? 1 : p < -20 "
     "? "
     "2 : 0; }",
     {{"a", P{-12, 12}}}},
    {"VariableArgumentsInMemory", // seq of coreutils: a long double was taken for the address of a copy
     "struct pair { int first[5]; int second; }; static int pick(int n, ...) { __builtin_va_list l; "
     "__builtin_va_start(l, "
     "n); int s = 0; for (int i = 0; i < 6; i++) s += __builtin_va_arg(l, int); s += (int)__builtin_va_arg(l, long "
     "double); s += __builtin_va_arg(l, int); s += __builtin_va_arg(l, struct pair).second; __builtin_va_end(l); "
     "return "
     "s + n; } int program(int a, int b) { struct pair p = {{1}, b}; return pick(0, 1, 1, 1, 1, 1, 1, 2.5L, a, p) > 12 "
     "? 1 : pick(1, b, 0, 0, 0, 0, 0, -2.5L, 0, p) == 3; }",
     {{"a", P{-4, 6}}, {"b", P{-4, 6}}}},
    {"LongDoubles",
     "static long double half(long double x) { return x / 2; } int program(int a, int b) { long double d = a, m[3] = "
     "{1, 2, 3}; if (b > 2) d = 7.25L; m[1] = half(d) + b; d = m[1] * m[0]; if (-d > m[2]) return 7; return d > 4.5L "
     "? (int)d : d == -1.5L ? 100 : m[2] - d < 1 ? 5 : 0; }",
     {{"a", P{-4, 6}}, {"b", P{-4, 6}}}},
    {"LongDoublesAsVariableArguments",
     "static long double total(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); long double s = "
     "__builtin_va_arg(l, long double); s += __builtin_va_arg(l, int); s *= __builtin_va_arg(l, long double); "
     "__builtin_va_end(l); return s; } int program(int a, int b) { long double s = total(2, (long double)a, b, 1.5L); "
     "return s > 3 ? 1 : s < (long double)-2.25L ? 2 : 0; }",
     {{"a", P{-4, 6}}, {"b", P{-4, 6}}}},
};

/// The sides that every branch takes, as output.
std::unique_ptr<llvm::Module> withTracks(const llvm::Module &M) {
  auto Copy = llvm::CloneModule(M);
  llvm::LLVMContext &Context = Copy->getContext();
  llvm::Type *Int = llvm::Type::getInt32Ty(Context);
  auto Out =
      Copy->getOrInsertFunction("out_int", llvm::FunctionType::get(llvm::Type::getVoidTy(Context), {Int}, false));
  int Number = 0;
  for (llvm::Function &F : *Copy)
    for (llvm::BasicBlock &Block : F) {
      // Which function is called is a decision, too.
      if (&Block == &F.getEntryBlock())
        llvm::IRBuilder<>(&*Block.getFirstInsertionPt()).CreateCall(Out, llvm::ConstantInt::get(Int, -(++Number)));
      llvm::IRBuilder<> B(Block.getTerminator());
      ++Number;
      if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator()); Branch && Branch->isConditional())
        B.CreateCall(Out, B.CreateAdd(B.getInt32(100 * Number), B.CreateZExt(Branch->getCondition(), Int)));
      if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(Block.getTerminator())) {
        llvm::Value *Side = B.getInt32(0);
        for (auto &Case : Switch->cases()) {
          unsigned First = 0;
          while (Switch->getSuccessor(First) != Case.getCaseSuccessor())
            ++First;
          Side = B.CreateSelect(B.CreateICmpEQ(Switch->getCondition(), Case.getCaseValue()), B.getInt32(First), Side);
        }
        B.CreateCall(Out, B.CreateAdd(B.getInt32(100 * Number), Side));
      }
    }
  return Copy;
}

using Path = std::vector<std::int32_t>;

Path pathOf(const test::Outcome &Ran) {
  Path Result{static_cast<int>(Ran.End), Ran.End == test::Ending::Signalled ? Ran.Code : 0};
  for (const test::OutputEvent &Event : Ran.Events)
    Result.push_back(Event.Value);
  return Result;
}

void enumerate(const Small &Case, std::size_t Parameter, test::Input &Prefix, std::vector<test::Input> &All) {
  if (Parameter == Case.Bounds.size()) {
    All.push_back(Prefix);
    return;
  }
  for (int Value = Case.Bounds[Parameter].second.first; Value <= Case.Bounds[Parameter].second.second; ++Value) {
    Prefix.push_back(Value);
    enumerate(Case, Parameter + 1, Prefix, All);
    Prefix.pop_back();
  }
}

void PrintTo(const Small &Case, std::ostream *Into) {
  *Into << Case.Name;
}

class Exhaustive : public ::testing::TestWithParam<Small> {};

TEST_P(Exhaustive, FindsExactlyTheFeasiblePaths) {
  const Small &Case = GetParam();
  Program Whole = test::compileText(Case.Text);
  auto Tracked = test::compileForExecution(withTracks(Whole.module()));
  ASSERT_TRUE(Tracked) << Tracked.error().Message;
  std::vector<test::Input> All;
  test::Input Prefix;
  enumerate(Case, 0, Prefix, All);
  std::map<Path, test::Input> Feasible;
  std::vector<test::Outcome> Ran = test::runAll(*Tracked, All);
  for (std::size_t I = 0; I != All.size(); ++I)
    Feasible.try_emplace(pathOf(Ran[I]), All[I]);

  ExploreOptions Options;
  Options.Input.Entry = "program";
  for (const auto &[Name, Range] : Case.Bounds)
    Options.Input.Bounds.push_back({Name, {std::to_string(Range.first), std::to_string(Range.second)}});
  Options.Search.Time = Budget(std::chrono::seconds(120));
  auto Place = Workspace::open();
  ASSERT_TRUE(Place);
  auto Found = exploreProgram(Whole, Options, *Place);
  ASSERT_TRUE(Found) << Found.error().Message << Found.error().Output;
  for (const Reason &Why : Found->Undecided)
    ADD_FAILURE() << Why.Code << ": " << Why.Message << " at line " << Why.Where.Line;
  EXPECT_TRUE(Found->Found.Complete);

  std::vector<test::Input> Tests;
  for (const ExploredTest &Test : Found->Found.Tests) {
    test::Input Values;
    for (std::size_t I = 0; I != Test.Input.size(); ++I)
      Values.push_back(Found->Space.Leaves[I].Signed ? Test.Input[I].getSExtValue()
                                                     : static_cast<std::int64_t>(Test.Input[I].getZExtValue()));
    Tests.push_back(Values);
  }
  std::map<Path, test::Input> Explored;
  Ran = test::runAll(*Tracked, Tests);
  for (std::size_t I = 0; I != Tests.size(); ++I)
    EXPECT_TRUE(Explored.try_emplace(pathOf(Ran[I]), Tests[I]).second)
        << "two tests take one path, the second with " << ::testing::PrintToString(Tests[I]);
  for (const auto &[Taken, Input] : Feasible)
    EXPECT_TRUE(Explored.contains(Taken)) << "nothing takes the path of " << ::testing::PrintToString(Input);
  for (const auto &[Taken, Input] : Explored)
    EXPECT_TRUE(Feasible.contains(Taken)) << "outside of the input space: " << ::testing::PrintToString(Input);
}

INSTANTIATE_TEST_SUITE_P(Programs, Exhaustive, ::testing::ValuesIn(Programs),
                         [](const auto &Info) { return std::string(Info.param.Name); });

} // namespace
