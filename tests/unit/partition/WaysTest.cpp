#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"
#include "traced/SharedBuilds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace vernier::test {

namespace {

/// A program of a byte that is 1 for some inputs, where another version of it is 2 for the same ones. Which inputs
/// these are is decided by something else than a branch: a value that was taken as it is, or one of several objects.
struct WayCase {
  const char *Name;
  std::string Before; ///< the function
  std::string Body;   ///< ANSWER: what changes
  bool (*Shows)(unsigned X);
  bool MayBeUnknown = false;
};

void PrintTo(const WayCase &Case, std::ostream *To) {
  *To << Case.Name;
}

std::string withAnswer(const WayCase &Case, const char *Answer) {
  std::string Text = Case.Before + "int f(unsigned char x) { x &= 15; " + Case.Body + " }";
  Text.replace(Text.find("ANSWER"), 6, Answer);
  return Text;
}

const std::string Packed = "struct __attribute__((packed)) item { char c; int v; };";
const std::string Items = "struct item a[5] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}};";
const std::string Pointers = "static int p = 1, q = 3; static int *const tab[2] = {&p, &q};";

const WayCase Cases[] = {
    {"ACopiedLength", "void *memcpy(void *, const void *, unsigned long);",
     "char a[80] = {0}, b[80]; for (int i = 0; i < 80; i++) b[i] = 1; memcpy(a, b, x); return a[7] ? ANSWER : 0;",
     [](unsigned X) { return X > 7; }},
    {"AFilledLength", "void *memset(void *, int, unsigned long);",
     "char a[80] = {0}; memset(a, 1, x); if (a[7]) return ANSWER; return 0;", [](unsigned X) { return X > 7; }},
    {"ALargeConstantTable", "static const unsigned char big[100000] = {0, 0, 0, 1, 0, 0, 1};",
     "if (big[x * 3]) return ANSWER; return 0;", [](unsigned X) { return X == 1 || X == 2; }},
    {"AStoreIntoALargeArray", "static unsigned char big[100000];",
     "big[x * 3] = 1; if (big[9]) return ANSWER; return 0;", [](unsigned X) { return X == 3; }},
    {"ALibraryResult", "double sin(double);", "if (sin(x) > 0.5) return ANSWER; return 0;",
     [](unsigned X) { return std::sin(X) > 0.5; }},
    {"ARandomNumber", "void srand(unsigned); int rand(void);", "srand(x); if (rand() & 1) return ANSWER; return 0;",
     [](unsigned X) {
       std::srand(X);
       return (std::rand() & 1) == 1;
     }},
    {"APackedField", Packed + "static " + Items, "if (a[x & 3].v == 30) return ANSWER; return 0;",
     [](unsigned X) { return (X & 3) == 2; }},
    {"APackedFieldThatIsShown", Packed + "static " + Items, "int v = a[x & 3].v; return v == 30 ? ANSWER : v;",
     [](unsigned X) { return (X & 3) == 2; }},
    {"APackedFieldThatIsStored", Packed, Items + " a[x & 3].v = ANSWER; return a[2].v;",
     [](unsigned X) { return (X & 3) == 2; }},
    {"ASizeThatIsTooLarge", "void *malloc(unsigned long);",
     "void *p = malloc((unsigned long)x << 60); if (!p) return ANSWER; return 0;", [](unsigned X) { return X != 0; }},
    {"WhatIsMoved", "void *malloc(unsigned long); void *realloc(void *, unsigned long);",
     "char *a = malloc(2), *b = malloc(2), *p = a; a[0] = 1; b[0] = 2; if (x > 5) p = b; p = realloc(p, 9); "
     "if (p[0] == 2) return ANSWER; return 0;",
     [](unsigned X) { return X > 5; }},
    {"HowMuchWasWritten", "long write(int, const void *, unsigned long);",
     "if (write(2, \"0123456789abcdef\", x) == 3) return ANSWER; return 0;", [](unsigned X) { return X == 3; }},
    {"ALongDouble", "", "long double d = 1; if (x > 5) d = 2; if (d > 1.5L) return ANSWER; return 0;",
     [](unsigned X) { return X > 5; }},
    {"APairOfFloats", "struct P { float a, b; }; static int g(struct P p) { return (int)p.b; }",
     "struct P p = {1, 1}; if (x > 5) p.b = 2; if (g(p) == 2) return ANSWER; return 0;",
     [](unsigned X) { return X > 5; }},
    {"ANumberThatIsNone", "",
     "double d = 1; if (x > 5) d = __builtin_nan(\"\"); if (__builtin_isnan(d)) return ANSWER; return 0;",
     [](unsigned X) { return X > 5; }},
    {"AClosedDescriptor", "int close(int); long write(int, const void *, unsigned long);",
     "if (x > 5) close(1); if (write(1, \"a\", 1) < 0) return ANSWER; return 0;", [](unsigned X) { return X > 5; }},
    {"AnErrorOfTheLibrary", "double sqrt(double); int *__errno_location(void); static double g;",
     "*__errno_location() = 0; g = sqrt((double)(5 - x)); if (*__errno_location()) return ANSWER; return 0;",
     [](unsigned X) { return X > 5; }},
    {"AListOfArguments",
     "static int s(int x, int n, ...) { __builtin_va_list a, b; __builtin_va_start(a, n); "
     "if (x > 5) (void)__builtin_va_arg(a, int); __builtin_va_copy(b, a); int r = __builtin_va_arg(b, int); "
     "__builtin_va_end(a); __builtin_va_end(b); return r; }",
     "if (s(x, 2, 0, 1)) return ANSWER; return 0;", [](unsigned X) { return X > 5; }},
    {"AConditionalExpression", "", "int v = x * 10; return v == 30 ? ANSWER : v;", [](unsigned X) { return X == 3; }},
    {"ATableOfPointers", Pointers, "if (*tab[x & 1] == 3) return ANSWER; return 0;",
     [](unsigned X) { return X % 2 == 1; }},
    {"AStoreThroughATableOfPointers", Pointers, "*tab[x & 1] = 7; if (q == 7) return ANSWER; return 0;",
     [](unsigned X) { return X % 2 == 1; }},
    {"AStringBehindManyOthers",
     "int getsubopt(char **, char *const *, char **); void *malloc(unsigned long); static char *names[1200];",
     "for (int i = 0; i < 1190; i++) { char *n = malloc(2); n[0] = i == 1180 ? x : 'z'; n[1] = 0; names[i] = n; } "
     "char text[] = \"\\5\", *at = text, *value; if (getsubopt(&at, names, &value) == 1180) return ANSWER; return 0;",
     [](unsigned X) { return X == 5; }, true},
};

class WaysTest : public testing::TestWithParam<WayCase> {};

TEST_P(WaysTest, DecideWithoutABranch) {
  SmallVersions Pair({withAnswer(GetParam(), "1"), withAnswer(GetParam(), "2")});
  InputSpace Space = Pair.space();
  auto Builds = std::make_shared<SharedBuilds>();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Builds = Builds;
    Options.Time = std::chrono::seconds(GetParam().MayBeUnknown ? 3 : 30);
    auto Found = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Found) << Found.error().Message;
    for (unsigned Value = 0; Value != 256; ++Value) {
      Assignment Values{{Found->Leaves[0], llvm::APInt(8, Value)}};
      unsigned Claims = 0;
      for (const DifferentialPartition &Part : Found->Found.Partitions)
        if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Values).isOne(); })) {
          Claims += Part.What != Answer::Unknown;
          if (Part.What != Answer::Unknown)
            EXPECT_EQ(Part.What == Answer::Different, GetParam().Shows(Value & 15)) << Value;
        }
      EXPECT_TRUE(Claims > 0 || GetParam().MayBeUnknown) << Value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, WaysTest, testing::ValuesIn(Cases), [](const auto &Info) { return Info.param.Name; });

} // namespace

} // namespace vernier::test
