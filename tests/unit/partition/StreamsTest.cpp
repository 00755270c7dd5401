#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

/// What is printed differs in one byte, for one input of 256 and without a branch that would tell it from the others.
struct PrintedByte {
  const char *Name;
  const char *Print; ///< statements; BYTE is the byte that differs
};

const PrintedByte PrintedBytes[] = {
    {"OnlyByte", "putchar(BYTE);"},
    {"LastByte", "fputs(\"abc\", stdout); putchar(BYTE);"},
    {"FirstByte", "putchar(BYTE); fputs(\"abc\", stdout);"},
    {"ByteInTheMiddle", "putchar('<'); putchar(BYTE); putchar('>');"},
    {"LastByteOfErrors", "fputs(\"abc\", stderr); fputc(BYTE, stderr);"},
    {"LastByteOfWrite", "char text[2] = {'x', BYTE}; write(1, text, 2);"},
    {"LastByteOfFormat", "printf(\"%d %c\", 7, BYTE);"},
    {"ByteBehindAWholeNumber", "printf(\"%.1f%c\", (double)x, BYTE);"},
    {"ByteBehindALongDouble", "printf(\"%+06Lg%c\", x * 2.0L - 3, BYTE);"},
    {"ByteBehindANumberThatIsRead", "char t[8] = {'0' + (x & 7), '.', '5', 0}; double d = strtod(t, 0); "
                                    "printf(d > 3.25 ? \"more%c\" : \"less%c\", BYTE);"},
    {"LastByteOfBlock", "char text[2] = {'x', BYTE}; fwrite(text, 1, 2, stdout);"},
};

class PrintedByteTest : public testing::TestWithParam<PrintedByte> {};

std::string version(std::string Print, const std::string &Byte) {
  Print.replace(Print.find("BYTE"), 4, Byte);
  return "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nvoid f(signed char x) { " + Print + " }\n";
}

bool holds(const DifferentialPartition &Class, Term Leaf, int Value) {
  Assignment Input{{Leaf, llvm::APInt(8, std::uint64_t(Value), true)}};
  return llvm::all_of(Class.terms(), [&](Term Condition) { return evaluate(Condition, Input).isOne(); });
}

TEST_P(PrintedByteTest, EveryInputIsJudgedByWhatItPrints) {
  SmallVersions Pair(
      {version(GetParam().Print, "'a' + (x & 1)"), version(GetParam().Print, "'a' + (x & 1) + (x == 5)")});
  InputSpace Space = Pair.space();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Time = std::chrono::minutes(4);
    auto Explored = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Explored) << Explored.error().Message;
    EXPECT_TRUE(Explored->Found.Covered);
    for (int Value = -128; Value != 128; ++Value) {
      bool Known = false;
      for (const DifferentialPartition &Class : Explored->Found.Partitions) {
        if (!holds(Class, Explored->Leaves[0], Value))
          continue;
        Known = true;
        EXPECT_EQ(Class.What, Value == 5 ? Answer::Different : Answer::Equal) << Value;
      }
      EXPECT_TRUE(Known) << Value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Streams, PrintedByteTest, testing::ValuesIn(PrintedBytes),
                         [](const auto &Shown) { return std::string(Shown.param.Name); });

} // namespace

} // namespace vernier::test
