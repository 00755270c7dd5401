#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

/// A pair of which one version does something undefined for some inputs, and the other never does.
struct DefinednessCase {
  const char *Name;
  std::string Undefined, Defined;
  const char *Code;
};

void PrintTo(const DefinednessCase &Case, std::ostream *To) {
  *To << Case.Name;
}

const std::string Heap = "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *);"
                         "void *memcpy(void *, const void *, unsigned long);";

PartitionSearch explored(const std::string &Old, const std::string &New) {
  SmallVersions Pair({Heap + Old, Heap + New});
  PartitionPairOptions Options;
  Options.Time = std::chrono::seconds(20);
  auto Found = partitionPair(*Pair.Maps.front(), Pair.space(), Options, temporaryCache());
  EXPECT_TRUE(Found) << (Found ? "" : Found.error().Message);
  return Found ? std::move(Found->Found) : PartitionSearch{};
}

/// The code of the undefined use of a version, in the first class that differs in it.
std::string useOf(const PartitionSearch &Found, std::size_t Version) {
  for (const DifferentialPartition &Part : Found.Partitions)
    if (!Part.UndefinedUses.empty()) {
      EXPECT_EQ(Part.What, Answer::Different);
      return Part.UndefinedUses[Version].Code;
    }
  return "no class differs in what is defined";
}

class Definedness : public testing::TestWithParam<DefinednessCase> {};

} // namespace

TEST_P(Definedness, AFixIsADifference) {
  PartitionSearch Fixed = explored(GetParam().Undefined, GetParam().Defined);
  EXPECT_EQ(useOf(Fixed, 0), GetParam().Code);
  EXPECT_EQ(useOf(Fixed, 1), "");
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Definedness,
    testing::Values(
        DefinednessCase{
            "Heap", "int f(unsigned char n) { char *p = calloc(8, 1); int r = n <= 8 ? p[n] : 0; free(p); return r; }",
            "int f(unsigned char n) { char *p = calloc(8, 1); int r = n < 8 ? p[n] : 0; free(p); return r; }",
            "heap-buffer-overflow"},
        DefinednessCase{"QuietWrite", "static int g[8]; int f(int n) { if (n >= 0 && n <= 8) g[n] = 1; return 0; }",
                        "static int g[8]; int f(int n) { if (n >= 0 && n < 8) g[n] = 1; return 0; }",
                        "global-buffer-overflow"},
        DefinednessCase{"InACallee",
                        "static void put(char *b) { for (int i = 0; i <= 8; i++) b[i] = 1; } "
                        "int f(int x) { char b[8] = {0}; if (x == 7) put(b); return b[2]; }",
                        "static void put(char *b) { for (int i = 0; i < 8; i++) b[i] = 1; } "
                        "int f(int x) { char b[8] = {0}; if (x == 7) put(b); return b[2]; }",
                        "stack-buffer-overflow"},
        DefinednessCase{
            "Copy",
            "int f(unsigned char n) { char a[8] = {0}, b[16] = {0}; memcpy(a, b, n <= 9 ? n : 0); return a[0]; }",
            "int f(unsigned char n) { char a[8] = {0}, b[16] = {0}; memcpy(a, b, n <= 8 ? n : 0); return a[0]; }",
            "stack-buffer-overflow"},
        DefinednessCase{"AfterFree",
                        "int f(int x) { int *p = malloc(4); *p = 5; if (x == 3) free(p); int r = *p; if (x != 3) "
                        "free(p); return r; }",
                        "int f(int x) { int *p = malloc(4); *p = 5; int r = *p; free(p); return r; }",
                        "heap-use-after-free"},
        DefinednessCase{"FreedTwice", "int f(int x) { int *p = malloc(4); if (x > 100) free(p); free(p); return x; }",
                        "int f(int x) { int *p = malloc(4); free(p); return x; }", "double-free"},
        DefinednessCase{"FreedInside", "int f(int x) { char *p = malloc(8); if (x == 1) p++; free(p); return x; }",
                        "int f(int x) { char *p = malloc(8); free(p); return x; }", "bad-free"},
        DefinednessCase{"Unwritten", "int f(int x) { int r; if (x > 3) r = 1; return r; }",
                        "int f(int x) { int r = 0; if (x > 3) r = 1; return r; }", "use-of-uninitialized-value"}),
    [](const testing::TestParamInfo<DefinednessCase> &Info) { return Info.param.Name; });

TEST(DefinednessOfBoth, IsUnknown) {
  PartitionSearch Found = explored("int f(int n) { char b[8] = \"abcdefg\"; return b[n] + 1; }",
                                   "int f(int n) { char b[8] = \"abcdefg\"; return 1 + b[n] + 0 * n; }");
  for (const DifferentialPartition &Part : Found.Partitions)
    EXPECT_NE(Part.What, Answer::Different);
}

// The plain build dies; the optimiser of the instrumented one must not delete what kills it (docs/traps.md#trap-22).
TEST(DeadStores, ToConstantsAreKept) {
  for (const char *Store : {"s[0] = 'z'", "__builtin_memset(s, 0, 2)"}) {
    PartitionSearch Found =
        explored(std::string("int f(int x) { char *s = \"abc\"; if (x == 2) ") + Store + "; return 1; }",
                 "int f(int x) { (void)x; return 1; }");
    bool Different = false;
    for (const DifferentialPartition &Part : Found.Partitions)
      Different |= Part.What == Answer::Different && Part.UndefinedUses.empty();
    EXPECT_TRUE(Different) << Store;
  }
}

} // namespace vernier::test
