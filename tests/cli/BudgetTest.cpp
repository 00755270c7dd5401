// What --time and --memory promise on versions that are hard on purpose: an answer, and no process that is left behind.
// How long things take is measured by bench/budgets.

#include "CommandLine.h"

#include <gtest/gtest.h>
#include <llvm/ADT/StringRef.h>

using namespace vernier;
using namespace vernier::test;
namespace json = llvm::json;

namespace {

std::string reasonOf(const json::Object &Document) {
  const json::Object *Why = Document.getObject("reason");
  return Why ? Why->getString("code").value_or("").str() : "none";
}

} // namespace

TEST(Budgets, WhatHoldsTooMuchMemoryIsEndedWithADocument) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x * 3; }\nint main(void) { return f(1); }\n");
  At.write("new.c", "int f(int x) { return x * 5; }\nint main(void) { return f(1); }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --memory 1M", 4);
  EXPECT_EQ(Document.getString("verdict"), "unknown");
  EXPECT_EQ(reasonOf(Document), "memory");
  EXPECT_TRUE(Document.getNumber("build_seconds"));
  Document = At.json("check old.c new.c --memory 1M", 4);
  EXPECT_EQ(Document.getString("verdict"), "unknown");
  EXPECT_EQ(reasonOf(Document), "memory");
  EXPECT_EQ(At.run("vernier impact old.c new.c --memory 1M").Code, 3);
  EXPECT_EQ(At.run("vernier impact old.c new.c --memory much").Code, 2);
}

TEST(Budgets, RecursionWithoutEndIsAnAnswer) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return f(x - 1); }\n");
  At.write("new.c", "int f(int x) { return f(x - 2); }\n");
  for (const char *Flags : {"", " --only-bounded", " --no-bounded", " --no-normal-form"}) {
    Ran Result = At.run("vernier verify old.c new.c --entry f --time 3s" + std::string(Flags));
    EXPECT_TRUE(Result.Code == 4 || Result.Code == 1) << Flags << ": " << Result.Code << " " << Result.Err;
  }
}

/// One expression of 20,000 operations, each around the one before: deeper than the stack of a process is for whoever
/// walks into it by calling himself.
TEST(Budgets, DeepTermsAreWalkedThrough) {
  CommandLine At;
  std::string Body = "unsigned f(unsigned x, unsigned y) {\n  unsigned s = x;\n";
  for (unsigned I = 0; I != 20000; ++I)
    Body += "  s = (s ^ y) * " + std::to_string(I % 7 * 2 + 3) + ";\n";
  At.write("old.c", Body + "  return s;\n}\n");
  At.write("new.c", Body + "  return s + (s == 77);\n}\n");
  Ran Result = At.run("vernier verify old.c new.c --entry f --only-bounded --time 3s --json -");
  EXPECT_TRUE(Result.Code == 4 || Result.Code == 1) << Result.Code << " " << Result.Err;
  EXPECT_TRUE(bool(json::parse(Result.Out)));
}

/// 10,752 inputs: the size of their space has 54,000 digits.
TEST(Budgets, SpacesOfThousandsOfInputsHaveTheirSize) {
  CommandLine At;
  std::string Body = "struct cell { int a[64]; struct { short b[32]; char c[128]; } in[8]; };\n"
                     "struct big { struct cell cells[8]; };\nint f(struct big *p) { return p->cells[3].a[5]";
  At.write("old.c", Body + "; }\n");
  At.write("new.c", Body + " + p->cells[0].a[0] * 0; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --length p=1 --no-normal-form", 0);
  ASSERT_TRUE(Document.getString("input_size"));
  EXPECT_GT(Document.getString("input_size")->size(), 20000u);
}

TEST(Budgets, AProgramWithoutEndLeavesNoProcess) {
  CommandLine At;
  At.write("old.c", "int main(int argc, char **argv) { while (argc > 1 && argv[1][0] != 'x'); return 1; }\n");
  At.write("new.c", "int main(int argc, char **argv) { while (argc > 1 && argv[1][0] != 'x'); return 2; }\n");
  Ran Result = At.run("vernier verify old.c new.c --argv 1x2 --time 2s; "
                      "ps -eo args | grep -c '[v]ernier verify old.c new.c --argv 1x2'");
  EXPECT_TRUE(llvm::StringRef(Result.Out).trim().ends_with("0")) << Result.Out;
}
