#include "Runs.h"

#include <csignal>

using namespace vernier;
using namespace vernier::test;

namespace {

InputOptions wholeProgram(std::optional<std::pair<unsigned, unsigned>> Argv = std::nullopt,
                          std::optional<unsigned> Stdin = std::nullopt) {
  InputOptions Options;
  Options.Argv = Argv;
  Options.Stdin = Stdin;
  return Options;
}

TEST(WholeProgram, ArgumentsEndAtTheirFirstZero) {
  InputOptions Options = wholeProgram(std::pair(2u, 3u));
  Options.ArgvBefore = {"-d", ", "};
  Runnable Program("#include <stdio.h>\nint main(int argc, char **argv) {"
                   "  for (int i = 0; i < argc; i++) printf(\"[%s]\", argv[i]); return argc; }",
                   Options);
  Outcome Ran = Program.run({{"argv_3_0", 'x'}, {"argv_3_1", 'y'}, {"argv_3_2", 'z'}, {"argv_4_1", 'q'}});
  EXPECT_EQ(Ran.End, Ending::Returned);
  EXPECT_EQ(Ran.Code, 5);
  EXPECT_EQ(Ran.Stdout, "[program][-d][, ][xyz][]");
  EXPECT_EQ(Ran.Return, "");
}

TEST(WholeProgram, StandardInputHoldsZeroBytesAndEnds) {
  Runnable Program(
      "#include <stdio.h>\nint main(void) { int c, n = 0; while ((c = getchar()) != EOF) { printf(\"%d,\", c); n++; }"
      "  return n; }",
      wholeProgram(std::nullopt, 4));
  Outcome Ran = Program.run({{"stdin_0", 'a'}, {"stdin_2", 255}, {"stdin_3", 'b'}, {"stdin_len", 3}});
  EXPECT_EQ(Ran.Stdout, "97,0,255,");
  EXPECT_EQ(Ran.Code, 3);
  EXPECT_EQ(Program.run({{"stdin_len", 0}}).Stdout, "");
}

TEST(WholeProgram, WithoutInputStandardInputIsEmpty) {
  EXPECT_EQ(run("#include <stdio.h>\nint main(void) { return getchar() == EOF ? 4 : 5; }", wholeProgram()).Code, 4);
}

TEST(WholeProgram, ReturningAndExitingAreTheSame) {
  Outcome Returned = run("int main(void) { return 3; }", wholeProgram());
  Outcome Exited = run("#include <stdlib.h>\nint main(void) { exit(3); }", wholeProgram());
  EXPECT_TRUE(sameBehaviour(Returned, Exited)) << outcomeText(Returned) << " / " << outcomeText(Exited);
  Outcome Crashed = run("int main(void) { volatile int z = 0; return 1 / z; }", wholeProgram());
  EXPECT_EQ(Crashed.End, Ending::Signalled);
  EXPECT_EQ(Crashed.Code, SIGFPE);
}

TEST(WholeProgram, OutputIsLostByLeavingWithoutFlushing) {
  Outcome Flushed =
      run("#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"a\"); exit(0); }", wholeProgram());
  Outcome Lost =
      run("#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"a\"); _exit(0); }", wholeProgram());
  EXPECT_EQ(Flushed.Stdout, "a");
  EXPECT_EQ(Lost.Stdout, "");
  EXPECT_FALSE(sameBehaviour(Flushed, Lost));
}

TEST(WholeProgram, MissingFunctionsAreRecorded) {
  Outcome Ran = run("int outside(int a, int b); int main(void) { return outside(1, -2) + 6; }", wholeProgram());
  EXPECT_EQ(Ran.Code, 6);
  EXPECT_EQ(Ran.Calls, (std::vector<std::string>{"outside(1, -2)"}));
}

TEST(WholeProgram, OfCPlusPlus) {
  Outcome Ran = run(
      "#include <iostream>\nint main(int argc, char **argv) { std::cout << argc << std::string(argv[1]) << '\\n'; }",
      wholeProgram(std::pair(1u, 1u)), {{"argv_1_0", 'k'}}, "test.cpp");
  EXPECT_EQ(Ran.Stdout, "2k\n");
}

} // namespace
