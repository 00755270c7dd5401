// Classes of --check-overflow against builds by gcc and clang that trap where C leaves signed arithmetic undefined:
// every input of small spaces is run.

#include "unit/partition/SmallVersions.h"

#include "input/LeafTerms.h"
#include "partition/Partition.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

namespace vernier::test {

namespace {

using Input = std::pair<std::int64_t, std::int64_t>;

/// What both versions do on an input.
struct Truth {
  bool OldOverflows = false, NewOverflows = false, Same = false;
  bool operator==(const Truth &) const = default;
};

/// Bodies of `long f(int x, int y)`, and where x and y begin: each has six values.
struct OverflowPair {
  const char *Name, *Old, *New;
  std::int64_t X, Y;
};

void PrintTo(const OverflowPair &Case, std::ostream *To) {
  *To << Case.Name;
}

constexpr std::int64_t Values = 6, Most = 2147483647, Least = -2147483648LL;

std::string function(const std::string &Name, const std::string &Body) {
  return "long " + Name + "(int x, int y) { " + Body + " }\n";
}

std::string driver(const OverflowPair &Case) {
  return "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n#include <sys/wait.h>\n#include "
         "<unistd.h>\n" +
         function("old", Case.Old) + function("new", Case.New) +
         "static long *result;\n"
         "static int traps(long (*f)(int, int), int x, int y) {\n"
         "  int status = 0; pid_t child = fork();\n"
         "  if (child == 0) { *result = f(x, y); _exit(0); }\n"
         "  waitpid(child, &status, 0);\n"
         "  return !WIFEXITED(status);\n}\n"
         "int main(void) {\n"
         "  result = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
         "  for (long x = " +
         std::to_string(Case.X) + "L; x < " + std::to_string(Case.X + Values) +
         "L; x++)\n    for (long y = " + std::to_string(Case.Y) + "L; y < " + std::to_string(Case.Y + Values) +
         "L; y++) {\n"
         "      *result = 0; int a = traps(old, (int)x, (int)y); long r = *result;\n"
         "      *result = 0; int b = traps(new, (int)x, (int)y); long s = *result;\n"
         "      printf(\"%ld %ld %d %d %d\\n\", x, y, a, b, r == s);\n    }\n  return 0;\n}\n";
}

std::map<Input, Truth> truthOf(const OverflowPair &Case, const std::string &Compiler) {
  std::filesystem::path Directory =
      std::filesystem::path(testing::TempDir()) / ("vernier-overflow-" + std::to_string(getpid()));
  std::filesystem::create_directories(Directory);
  std::ofstream(Directory / "driver.c") << driver(Case);
  std::string Build =
      "cd '" + Directory.string() + "' && " + Compiler + " -w -O0 driver.c -o driver && ./driver > outcomes";
  EXPECT_EQ(std::system(Build.c_str()), 0) << Build;
  std::map<Input, Truth> Result;
  std::ifstream Lines(Directory / "outcomes");
  for (Input At; Lines >> At.first >> At.second;) {
    Truth &Here = Result[At];
    Lines >> Here.OldOverflows >> Here.NewOverflows >> Here.Same;
  }
  std::filesystem::remove_all(Directory);
  return Result;
}

PartitionResult explored(const SmallVersions &Pair, const OverflowPair &Case, PartitionMode Mode) {
  InputOptions Bounds;
  auto Add = [&](const char *Name, std::int64_t First) {
    Bounds.Bounds.push_back({Name, {std::to_string(First), std::to_string(First + Values - 1)}});
  };
  Add("x", Case.X);
  Add("y", Case.Y);
  PartitionPairOptions Options;
  Options.Time = std::chrono::seconds(20);
  Options.Mode = Mode;
  Options.CheckOverflow = true;
  auto Found = partitionPair(*Pair.Maps.front(), Pair.space(Bounds), Options, temporaryCache());
  EXPECT_TRUE(Found) << (Found ? "" : Found.error().Message);
  return Found ? std::move(*Found) : PartitionResult{};
}

const DifferentialPartition *classOf(const PartitionResult &Found, const Input &At) {
  InputAssignment Values{llvm::APInt(32, static_cast<std::uint64_t>(At.first)),
                         llvm::APInt(32, static_cast<std::uint64_t>(At.second))};
  Assignment Given = assignmentOf(Found.Leaves, Values);
  for (const DifferentialPartition &Part : Found.Found.Partitions)
    if (llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Given).isOne(); }))
      return &Part;
  return nullptr;
}

/// What the class has to say of an input.
void expectClaim(const DifferentialPartition &Part, const Truth &Here, const Input &At) {
  SCOPED_TRACE("x = " + std::to_string(At.first) + ", y = " + std::to_string(At.second));
  Answer Right = Here.OldOverflows && Here.NewOverflows                 ? Answer::Unknown
                 : Here.OldOverflows != Here.NewOverflows || !Here.Same ? Answer::Different
                                                                        : Answer::Equal;
  EXPECT_EQ(Part.What, Right);
  if (Right == Answer::Unknown) {
    EXPECT_EQ(Part.Why.Code, "undefined-behaviour");
    return;
  }
  bool Overflows = Here.OldOverflows || Here.NewOverflows;
  EXPECT_EQ(!Part.UndefinedUses.empty(), Overflows);
  if (Overflows && Part.UndefinedUses.size() == 2) {
    EXPECT_EQ(Part.UndefinedUses[0].Code, Here.OldOverflows ? "signed-integer-overflow" : "");
    EXPECT_EQ(Part.UndefinedUses[1].Code, Here.NewOverflows ? "signed-integer-overflow" : "");
  }
}

class OverflowTruth : public testing::TestWithParam<OverflowPair> {};

} // namespace

TEST_P(OverflowTruth, IsWhatCompilersTrapAt) {
  const OverflowPair &Case = GetParam();
  std::map<Input, Truth> Truths = truthOf(Case, "clang-19 -fsanitize=signed-integer-overflow -fsanitize-trap=all");
  ASSERT_EQ(Truths.size(), std::size_t(Values * Values));
  EXPECT_EQ(Truths, truthOf(Case, "gcc -fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error"));
  std::string Declarations = "int abs(int); long labs(long);\n";
  SmallVersions Pair({Declarations + function("f", Case.Old), Declarations + function("f", Case.New)});
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionResult Found = explored(Pair, Case, Mode);
    EXPECT_TRUE(Found.Found.Covered);
    for (const auto &[At, Here] : Truths) {
      const DifferentialPartition *Part = classOf(Found, At);
      ASSERT_TRUE(Part) << At.first << " " << At.second;
      expectClaim(*Part, Here, At);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, OverflowTruth,
    testing::Values(
        OverflowPair{"Guard", "return x + 3 < x ? -1 : y;", "return x > 2147483647 - 3 ? -1 : y;", Most - 5, 0},
        OverflowPair{"Sum", "return x + y;", "return (long)x + y;", Most - 5, -2},
        OverflowPair{"Order", "return x + y - 4;", "return x - 4 + y;", Most - 5, 0},
        OverflowPair{"Difference", "return x - y;", "return (int)((unsigned)x - y);", Least, -2},
        OverflowPair{"Product", "return x * y;", "return y * (long)x;", 46338, 46338},
        OverflowPair{"WideProduct", "return (x * 4611686018427387904L) / 2 + y;",
                     "return x * 2305843009213693952L + y;", -3, 0},
        OverflowPair{"Negation", "return x < 0 ? -x : y;", "return x < 0 ? -(long)x : y;", Least, 0},
        OverflowPair{"Absolute", "return abs(x) + y;", "return labs(x) + y;", Least, -2},
        OverflowPair{"Counting", "x++; x += y; return x;", "x += y; x++; return x;", Most - 5, -3},
        OverflowPair{"Narrow", "short s = x; s++; signed char c = y; c += s; return c * s;",
                     "short s = x + 1; signed char c = y + s; return s * c;", 32765, 125},
        OverflowPair{"NarrowProduct", "unsigned short s = x; return s * s + y;",
                     "unsigned short s = x; return (unsigned)s * s + y;", 46338, 0},
        OverflowPair{"Unsigned", "return (unsigned)x + y;", "return y + (unsigned)x;", Most - 5, 0},
        OverflowPair{"Unused", "if (y > 2) { int z = x + y; (void)z; } return y;", "return y;", Most - 5, 0},
        OverflowPair{"Loop", "int s = x; for (int i = 0; i < y; i++) s += i; return s;",
                     "int s = x; for (int i = y - 1; i > 0; i--) s += i; return s;", Most - 5, 0},
        OverflowPair{"Short", "return y > 2 && x + y > 0;", "return (y > 2) & (x + y > 0);", Most - 5, 0}),
    [](const testing::TestParamInfo<OverflowPair> &Info) { return Info.param.Name; });

} // namespace vernier::test
