#include "report/Text.h"

#include <gtest/gtest.h>

using namespace vernier;

TEST(Text, LinesAreToldAsRanges) {
  EXPECT_EQ(lineRanges({}), "");
  EXPECT_EQ(lineRanges({7, 5, 6, 2, 2, 11, 12}), "2, 5-7, 11, 12");
}

TEST(Text, NumbersAgreeWithTheirNouns) {
  EXPECT_EQ(counted(0, "line"), "0 lines");
  EXPECT_EQ(counted(1, "line"), "1 line");
  EXPECT_EQ(counted(2, "branch", "branches"), "2 branches");
}

TEST(Text, ColumnsLineUpAndTheLastIsCut) {
  TextTable Table({"a", "text"});
  Table.add({"long", "short"});
  Table.add({"\xc3\xa4", std::string(100, 'x')}); // one column in two bytes
  EXPECT_EQ(Table.print(40), "  a     text\n  long  short\n  \xc3\xa4     " + std::string(29, 'x') + "...\n");
}

TEST(Text, APlaceWithoutSourceSaysSo) {
  EXPECT_EQ(placeText({"a.c", 3, 1, "f"}), "a.c:3 (f)");
  EXPECT_EQ(placeText({"", 0, 0, ""}), "(no source):0");
}
