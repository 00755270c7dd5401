#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

#include <map>

namespace vernier::test {

namespace {

using Values = std::map<std::string, std::int64_t>;

/// What is claimed about an input: all of it. Inputs that are not named are zero.
std::set<Answer> claimsAbout(const PartitionResult &Result, const InputSpace &Space, const Values &Input) {
  Assignment Under;
  for (std::size_t I = 0; I != Space.Leaves.size(); ++I) {
    auto Known = Input.find(Space.Leaves[I].Name);
    std::int64_t Value = Known == Input.end() ? 0 : Known->second;
    Under[Result.Leaves[I]] = llvm::APInt(Space.Leaves[I].Bits, static_cast<std::uint64_t>(Value), true);
  }
  std::set<Answer> Claims;
  for (const DifferentialPartition &Part : Result.Found.Partitions)
    if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Under).isOne(); }))
      Claims.insert(Part.What);
  return Claims;
}

struct ExploredPair {
  ExploredPair(const std::string &Old, const std::string &New, const InputOptions &Options = {})
      : Pair({Old, New}), Space(Pair.space(Options)) {
    PartitionPairOptions Wanted;
    Wanted.Time = std::chrono::seconds(20);
    auto Done = partitionPair(*Pair.Maps.front(), Space, Wanted, temporaryCache());
    EXPECT_TRUE(Done) << (Done ? "" : Done.error().Message);
    if (Done)
      Found = std::make_unique<PartitionResult>(std::move(*Done));
  }
  std::set<Answer> claims(const Values &Input) const { return claimsAbout(*Found, Space, Input); }

  SmallVersions Pair;
  InputSpace Space;
  std::unique_ptr<PartitionResult> Found;
};

/// Of an input that leaves an object in both versions nothing may be claimed.
void expectOpen(const ExploredPair &Of, const Values &Input, const std::string &Text) {
  ASSERT_TRUE(Of.Found);
  std::set<Answer> Claims = Of.claims(Input);
  EXPECT_FALSE(Claims.contains(Answer::Equal)) << Text;
  EXPECT_FALSE(Claims.contains(Answer::Different)) << Text;
}

std::string changed(std::string Text, const std::string &From, const std::string &To) {
  return Text.replace(Text.rfind(From), From.size(), To);
}

} // namespace

// Behind the object of a parameter lies a page that cannot be touched: the run died before its condition was recorded,
// and its class was everything.
TEST(Bounds, AnIndexBehindAnObjectOfTheInput) {
  std::string Old = "int f(const char *s, int i, char d) { int n = 0; while (s[i] != d && s[i]) "
                    "{ if (s[i] == '@') n++; i++; } return n; }";
  for (const char *First : {"20", "-40", "5000"}) {
    InputOptions Options;
    Options.Lengths = {{"s", 2}};
    Options.Bounds = {{"i", {First, First}}};
    ExploredPair Outside(Old, changed(Old, "n++", "n += 2"), Options);
    expectOpen(Outside, {{"i", std::atoi(First)}}, First);
    expectOpen(Outside, {{"i", std::atoi(First)}, {"d", 3}}, First);
  }
}

namespace {

struct ObjectCase {
  const char *Name;
  std::string Before, Body; ///< CHANGE: what changes
};

void PrintTo(const ObjectCase &Case, std::ostream *To) {
  *To << Case.Name;
}

class BoundsOfObjects : public testing::TestWithParam<ObjectCase> {};

} // namespace

/// Elements 0 to 3 are inside; whatever is read outside decides about reaching the change.
TEST_P(BoundsOfObjects, EveryDistanceIsNoticed) {
  std::string Old = GetParam().Before + " int f(short x) { " + GetParam().Body + " return 0; }";
  ExploredPair Pair(Old, changed(Old, "CHANGE", "CHANGE + 1"));
  ASSERT_TRUE(Pair.Found);
  for (int X : {0, 1, 2, 3}) {
    std::set<Answer> Claims = Pair.claims({{"x", X}});
    Claims.erase(Answer::Unknown); // a class that is open may overlap
    // The one that reaches the change may stay open beside so many that leave the object.
    if (X != 2 || !Claims.empty())
      EXPECT_EQ(Claims, std::set<Answer>{X == 2 ? Answer::Different : Answer::Equal}) << X;
  }
  for (int X : {-1, -16, -300, 4, 5, 8, 16, 17, 64, 100, 1000, 4096, 20000})
    expectOpen(Pair, {{"x", X}}, std::to_string(X));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, BoundsOfObjects,
    testing::Values(
        ObjectCase{"Local", "enum { CHANGE = 5 };",
                   "char a[4] = {0, 0, 7}; char b[9] = {7, 7, 7}; (void)b; "
                   "if (a[x] == 7) return CHANGE;"},
        ObjectCase{"Global", "enum { CHANGE = 5 }; char z[64], a[4] = {0, 0, 7}, b[64];",
                   "if (a[x] == 7) return CHANGE;"},
        ObjectCase{"Constant", "enum { CHANGE = 5 };", "const char *s = \"aba\"; if (s[x] == 'a' && x) return CHANGE;"},
        ObjectCase{"HeapRead",
                   "enum { CHANGE = 5 }; void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);",
                   "char *q = calloc(64, 1), *p = calloc(4, 1), *r = calloc(64, 1); (void)q; (void)r; p[2] = 7; "
                   "if (p[x] == 7) return CHANGE;"},
        ObjectCase{"HeapWrite", "enum { CHANGE = 5 }; void *calloc(unsigned long, unsigned long);",
                   "char *q = calloc(64, 1), *p = calloc(4, 1), *r = calloc(64, 1); (void)q; (void)r; p[x] = 7; "
                   "if (p[2]) return CHANGE;"},
        ObjectCase{"ThroughAVariable", "enum { CHANGE = 5 };",
                   "char a[4] = {0, 0, 7}; char *p = a; p += x; char *q = p; if (*q == 7) return CHANGE;"},
        ObjectCase{"ThroughACall", "enum { CHANGE = 5 }; static char at(const char *p) { return *p; }",
                   "char a[4] = {0, 0, 7}; if (at(a + x) == 7) return CHANGE;"},
        ObjectCase{"ThroughAStructure", "enum { CHANGE = 5 }; struct view { const char *from; }; static struct view v;",
                   "static char a[4] = {0, 0, 7}; v.from = a + x; if (*v.from == 7) return CHANGE;"},
        ObjectCase{"ByValue",
                   "enum { CHANGE = 5 }; struct s { char a[4]; char b[60]; }; struct t { char a[40]; }; "
                   "static int at(struct t t, int x) { return t.a[x < 0 ? x - 36 : x + 36]; }",
                   "struct t t = {{0}}; t.a[38] = 7; if (at(t, x) == 7) return CHANGE;"}),
    [](const testing::TestParamInfo<ObjectCase> &Info) { return Info.param.Name; });

} // namespace vernier::test
