// --check-overflow: signed overflow is looked for, and nothing is assumed about it any more.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *OldGuard = "int f(int len) { return len + 100 < len; }\n";
const char *NewGuard = "int f(int len) { return len > 2147483647 - 100; }\n";

bool assumesWrapping(const json::Object &Claim) {
  const json::Array *List = Claim.getArray("assumptions");
  return List &&
         llvm::any_of(*List, [](const json::Value &Each) { return Each == json::Value("wrapping-arithmetic"); });
}

bool anyAssumesWrapping(const json::Object &Document) {
  bool Any = assumesWrapping(Document);
  if (const json::Array *Classes = Document.getArray("partitions"))
    for (const json::Value &Each : *Classes)
      Any |= assumesWrapping(*Each.getAsObject());
  return Any;
}

llvm::StringRef reason(const json::Object &Of) {
  return Of.getObject("reason")->getString("code").value_or("");
}

} // namespace

TEST(CheckOverflow, FindsWhatOnlyOneVersionDoes) {
  CommandLine At;
  At.write("old.c", OldGuard);
  At.write("new.c", NewGuard);
  json::Object Without = At.json("verify old.c new.c --entry f", 0);
  EXPECT_TRUE(assumesWrapping(Without));
  for (const char *Mode : {"", " --no-bounded", " --no-slice"}) {
    SCOPED_TRACE(Mode);
    json::Object With = At.json(std::string("verify old.c new.c --entry f --check-overflow") + Mode, 1);
    EXPECT_EQ(reason(With), "definedness");
    EXPECT_FALSE(anyAssumesWrapping(With));
  }
  Ran Text = At.run("vernier verify old.c new.c --entry f --check-overflow");
  EXPECT_NE(Text.Out.find("in the old version: signed-integer-overflow: "), std::string::npos) << Text.Out;
  EXPECT_NE(Text.Out.find(" + 100 does not fit into 32 bits (old.c:1)"), std::string::npos) << Text.Out;
}

TEST(CheckOverflow, LiftsTheAssumptionWhereNothingOverflows) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x < 0 || x > 1000 ? 0 : x * 3 + x; }\n");
  At.write("new.c", "int f(int x) { return x < 0 || x > 1000 ? 0 : x * 4; }\n");
  EXPECT_TRUE(assumesWrapping(At.json("verify old.c new.c --entry f", 0)));
  for (const char *Mode : {" --only-bounded", " --no-bounded", " --no-slice"}) {
    json::Object With = At.json(std::string("verify old.c new.c --entry f --check-overflow") + Mode, 0);
    EXPECT_FALSE(anyAssumesWrapping(With)) << Mode;
  }
}

TEST(CheckOverflow, IsUnknownWhereBothVersionsDo) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x + 1 > 5; }\n");
  At.write("new.c", "int f(int x) { return x + 1 >= 6; }\n");
  EXPECT_EQ(reason(At.json("verify old.c new.c --entry f --check-overflow", 4)), "undefined-behaviour");
  EXPECT_EQ(reason(At.json("verify old.c new.c --entry f --check-overflow --only-bounded", 4)),
            "signed-integer-overflow");
}

// The bitcode of both is the same.
TEST(CheckOverflow, ASumThatBecomesUnsignedIsAChange) {
  CommandLine At;
  At.write("old.c", "int f(int x, int y) { return x + y; }\n");
  At.write("new.c", "int f(int x, int y) { return (int)((unsigned)x + (unsigned)y); }\n");
  EXPECT_TRUE(assumesWrapping(At.json("verify old.c new.c --entry f", 0)));
  EXPECT_EQ(reason(At.json("verify old.c new.c --entry f --check-overflow", 1)), "definedness");
}

TEST(CheckOverflow, NothingOverflowsInABuildThatSaysItWraps) {
  CommandLine At;
  At.write("old.c", OldGuard);
  At.write("new.c", NewGuard);
  for (const char *Flag : {"-fwrapv", "-fno-strict-overflow"}) {
    json::Object Document = At.json(std::string("verify old.c new.c --entry f --check-overflow --cflag=") + Flag, 0);
    EXPECT_FALSE(anyAssumesWrapping(Document)) << Flag;
  }
}

TEST(CheckOverflow, WiderArithmeticThanIsWatchedIsAssumedToWrap) {
  CommandLine At;
  At.write("old.c", "__int128 g; int f(int x) { g = (__int128)x * x + 1; return x > 3; }\n");
  At.write("new.c", "__int128 g; int f(int x) { g = 1 + (__int128)x * x; return x >= 4; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --check-overflow --allow-unknown", 0);
  EXPECT_TRUE(Document.getString("verdict") != "equal" || assumesWrapping(Document));
}

TEST(CheckOverflow, AFunctionOfTheLibraryThatNegatesIsAssumedToWrap) {
  CommandLine At;
  At.write("old.c", "#include <inttypes.h>\nlong f(long x) { return imaxabs(x); }\n");
  At.write("new.c", "#include <inttypes.h>\nlong f(long x) { return x < 0 ? (long)(0ul - x) : x; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --check-overflow --allow-unknown", 0);
  EXPECT_TRUE(Document.getString("verdict") != "equal" || assumesWrapping(Document));
}

TEST(CheckOverflow, OfCheck) {
  CommandLine At;
  std::string Main = "int main(int argc, char **argv) { (void)argv; return f(argc); }\n";
  At.write("old.c", OldGuard + Main);
  At.write("new.c", NewGuard + Main);
  json::Object Document = At.json("check old.c new.c --check-overflow", 1);
  const json::Object &Row = *Document.getArray("functions")->front().getAsObject();
  EXPECT_EQ(Row.getString("verdict"), "different");
  EXPECT_EQ(reason(Row), "definedness");
}
