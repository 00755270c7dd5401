#include "directed/WholeTexts.h"

#include "unit/partition/SmallVersions.h"

#include <gtest/gtest.h>

namespace vernier::test {

TEST(WholeTexts, ShortOptionsAreTakenApart) {
  EXPECT_EQ(shortOptions("ab:c"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(shortOptions("+:n:x::"), (std::vector<std::string>{"n", "x"}));
  EXPECT_TRUE(shortOptions("no list").empty());
}

TEST(WholeTexts, ArgumentsAreTextsThatTheProgramNames) {
  SmallVersions Versions({"int strcmp(const char *, const char *);\n"
                          "int main(int argc, char **argv) {\n"
                          "  if (argc > 1 && !strcmp(argv[1], \"--verbose\")) return 1;\n"
                          "  return 0;\n}\n",
                          "int main(void) { return 0; }\n"},
                         "main");
  InputOptions Options;
  Options.Argv = {2, 10};
  InputSpace Space = Versions.space(Options);
  InputAssignment Zeros;
  for (const InputLeaf &Leaf : Space.Leaves)
    Zeros.push_back(llvm::APInt(Leaf.Bits, 0));
  auto Inputs = wholeTexts(Space, {Versions.Programs[0]->module().getFunction("main")}, Zeros, 50);
  ASSERT_FALSE(Inputs.empty());
  EXPECT_EQ(programTexts(Space, Inputs[0]).Arguments[0], "--verbose");
}

} // namespace vernier::test
