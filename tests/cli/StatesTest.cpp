// What people are told: proved, proved under assumptions, open; numbers that agree with each other; what was not
// computed.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

bool holds(const json::Array *List, llvm::StringRef Text) {
  return List && llvm::any_of(*List, [&](const json::Value &Each) { return Each.getAsString() == Text; });
}

} // namespace

TEST(States, WhatIsAssumedOnTheCommandLineIsNamed) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x; }\n");
  At.write("new.c", "int f(int x) { return x < 0 ? 0 : x; }\n");
  for (const char *Mode : {"", " --no-bounded", " --no-slice"}) {
    json::Object Document = At.json(std::string("verify old.c new.c --entry f --assume 'x > 3'") + Mode, 0);
    EXPECT_TRUE(holds(Document.getArray("assumptions"), "assume x > 3")) << Mode;
    EXPECT_TRUE(holds(Document.getArray("breakable_assumptions"), "assume x > 3")) << Mode;
    EXPECT_EQ(Document.getString("state"), "proved-under-assumptions") << Mode;
  }
  Ran Text = At.run("vernier verify old.c new.c --entry f --assume 'x > 3' --no-bounded");
  EXPECT_TRUE(contains(Text.Out, "proved under assumptions (assume x > 3)")) << Text.Out;
}
