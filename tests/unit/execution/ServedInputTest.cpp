// Where the input of a served run comes from, and which leaf each byte is.

#include "Served.h"

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr const char *Primitives = "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n"
                                   "#include <fcntl.h>\n"
                                   "long vernier_read(int, void *, unsigned long);\n"
                                   "int vernier_open(const char *, int, int);\n"
                                   "long vernier_lseek(int, long, int);\n";

std::vector<VernierNode> decisions(const RunResult &Ran) {
  VernierArena Head;
  std::memcpy(&Head, Ran.Trace.data(), sizeof Head);
  std::vector<VernierNode> Result;
  for (std::uint32_t I = 0; I != Head.DecisionCount; ++I) {
    std::uint32_t Number;
    VernierNode Node;
    std::memcpy(&Number, Ran.Trace.data() + Head.DecisionsAt + 4 * std::uint64_t(I), sizeof Number);
    std::memcpy(&Node, Ran.Trace.data() + Head.NodesAt + sizeof(VernierNode) * std::uint64_t(Number), sizeof Node);
    Result.push_back(Node);
  }
  return Result;
}

std::vector<unsigned> markedLeaves(const RunResult &Ran) {
  VernierArena Head;
  std::memcpy(&Head, Ran.Trace.data(), sizeof Head);
  std::vector<unsigned> Result;
  for (std::uint32_t I = 1; I != Head.NodeCount; ++I) {
    VernierNode Node;
    std::memcpy(&Node, Ran.Trace.data() + Head.NodesAt + sizeof(VernierNode) * std::uint64_t(I), sizeof Node);
    if (Node.Operation == VernierInput)
      Result.push_back(Node.A);
  }
  return Result;
}

TEST(ServedInput, ArgumentsAndEnvironmentArriveAsInAPlainRun) {
  InputOptions Options;
  Options.Argv = {2u, 3u};
  Options.ArgvBefore = {"-d"};
  Options.Environment = {{"MODE", 3}};
  std::string Text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv, char **envp) {"
                     "  for (int i = 0; i < argc; i++) printf(\"[%s]\", argv[i]);"
                     "  for (int i = 0; envp[i]; i++) printf(\"{%s}\", envp[i]); printf(\"%s\", getenv(\"MODE\"));"
                     "  return argc; }";
  std::map<std::string, std::int64_t> Input = {
      {"argv_2_0", 'x'}, {"argv_2_2", 'y'}, {"argv_3_0", 'z'}, {"env_MODE_0", 'q'}, {"env_MODE_set", 1}};
  Served Traced(Text, Options);
  RunResult Ran = Traced.run(Input);
  EXPECT_EQ(Ran.Shown.Stdout, "[program][-d][x][z]{LC_ALL=C}{PATH=/usr/bin:/bin}{HOME=/tmp/home}{MODE=q}q");
  Runnable Plain(Text, Options);
  EXPECT_EQ(Plain.run(Input), Ran.Shown);
  EXPECT_EQ(markedLeaves(Ran).size(), 10u) << "each byte of two arguments and of a variable, and whether it is set";
}

TEST(ServedInput, AReadOfOneByteDecidesWhetherThereIsOne) {
  InputOptions Options;
  Options.Stdin = 3;
  Served Program(std::string(Primitives) +
                     "int main(void) { char c; int n = 0; while (vernier_read(0, &c, 1) == 1) n += c;"
                     " return n; }",
                 Options);
  RunResult Ran = Program.run({{"stdin_0", 5}, {"stdin_1", 6}, {"stdin_2", 100}, {"stdin_len", 2}});
  EXPECT_EQ(Ran.Shown.Code, 11);
  std::vector<VernierNode> Made = decisions(Ran);
  ASSERT_EQ(Made.size(), 3u);
  for (unsigned I = 0; I != 3; ++I) {
    EXPECT_EQ(Made[I].Operation, VernierBranch);
    EXPECT_EQ(Made[I].C, I < 2);
  }
  // At the longest there is nothing to decide about the end.
  EXPECT_EQ(decisions(Program.run({{"stdin_len", 3}})).size(), 3u);
}

TEST(ServedInput, ALargerReadDecidesHowMany) {
  InputOptions Options;
  Options.Stdin = 5;
  Served Program(std::string(Primitives) + "int main(void) { char b[4]; return 10 * vernier_read(0, b, 4) + "
                                           "vernier_read(0, b, 4); }",
                 Options);
  RunResult Ran = Program.run({{"stdin_len", 3}});
  EXPECT_EQ(Ran.Shown.Code, 30);
  std::vector<VernierNode> Made = decisions(Ran);
  ASSERT_EQ(Made.size(), 2u);
  EXPECT_EQ(Made[0].Operation, VernierLength);
  EXPECT_EQ(Made[0].Value, 3u);
  EXPECT_EQ(Made[1].Value, 0u);
  EXPECT_EQ(Program.run({{"stdin_len", 5}}).Shown.Code, 41);
}

TEST(ServedInput, LibrariesAndModelsReadTheSameStream) {
  InputOptions Options;
  Options.Stdin = 4;
  // Whoever reads without the runtime moves the position.
  Served Program(std::string(Primitives) + "#include <unistd.h>\n"
                                           "int main(void) { char a = 0, b = 0; read(0, &a, 1); vernier_read(0, &b, 1);"
                                           " return 10 * a + b; }",
                 Options);
  RunResult Ran = Program.run({{"stdin_0", 1}, {"stdin_1", 2}, {"stdin_len", 4}});
  EXPECT_EQ(Ran.Shown.Code, 12);
  std::vector<unsigned> Leaves = markedLeaves(Ran);
  EXPECT_EQ(std::count(Leaves.begin(), Leaves.end(), 1u), 1) << "the second byte";
  EXPECT_EQ(std::count(Leaves.begin(), Leaves.end(), 0u), 0);
}

TEST(ServedInput, FilesAreRealAndTheirBytesAreLeaves) {
  InputOptions Options;
  Options.Files = {{"in.txt", 3}};
  Options.FixedFiles = {{"etc/conf", "key=1\n"}};
  std::string Text =
      std::string(Primitives) +
      "int main(void) { char b[16] = {0}, c[16] = {0}; int d = vernier_open(\"in.txt\", O_RDONLY, 0);"
      " long n = vernier_read(d, b, 8); d = vernier_open(\"etc/conf\", O_RDONLY, 0); vernier_read(d, c, 15);"
      " printf(\"%ld %s %s\", n, b, c); return 0; }";
  Served Traced(Text, Options);
  std::map<std::string, std::int64_t> Input = {{"file_in.txt_0", 'a'}, {"file_in.txt_1", 'b'}, {"file_in.txt_len", 2}};
  for (int I = 0; I != 2; ++I) {
    RunResult Ran = Traced.run(Input);
    EXPECT_EQ(Ran.Shown.Stdout, "2 ab key=1\n");
    ASSERT_EQ(decisions(Ran).size(), 1u);
    EXPECT_EQ(decisions(Ran)[0].Operation, VernierLength);
    EXPECT_EQ(markedLeaves(Ran).size(), 3u) << "two bytes and the length";
  }
}

TEST(ServedInput, AFileThatTheProgramMayWriteIsTakenAsItIs) {
  InputOptions Options;
  Options.Files = {{"in", 2}};
  Served Program(std::string(Primitives) +
                     "#include <unistd.h>\n"
                     "int main(void) { char b = 0; int d = open(\"in\", O_RDWR); write(d, \"Z\", 1);"
                     " lseek(d, 0, 0); vernier_read(d, &b, 1); return b; }",
                 Options);
  RunResult Ran = Program.run({{"file_in_0", 'a'}, {"file_in_len", 2}});
  EXPECT_EQ(Ran.Shown.Code, 'Z');
  std::vector<VernierNode> Made = decisions(Ran);
  ASSERT_EQ(Made.size(), 3u) << "the length and both bytes";
  for (const VernierNode &Each : Made)
    EXPECT_EQ(Each.Operation, VernierPin);
  EXPECT_EQ(Program.run({{"file_in_0", 'b'}, {"file_in_len", 0}}).Shown.Code, 'Z') << "it is made anew for each run";
}

TEST(ServedInput, PlainRunsHaveTheSameFiles) {
  InputOptions Options;
  Options.Files = {{"in", 4}};
  Runnable Plain("#include <stdio.h>\nint main(void) { FILE *f = fopen(\"in\", \"r\"); int c, n = 0;"
                 " while ((c = getc(f)) != EOF) n += c; return n; }",
                 Options);
  EXPECT_EQ(Plain.run({{"file_in_0", 3}, {"file_in_1", 4}, {"file_in_2", 50}, {"file_in_len", 2}}).Code, 7);
}

TEST(ServedInput, AFunctionRunsAsItDoesInAPlainBuild) {
  std::string Text = "int Total; struct P { int a; char b; }; int f(int x, struct P *p, short *q) {"
                     " Total += x; if (q) { *q += 1; p->b = 'z'; } return x * 2 + p->a; }";
  InputOptions Options = entry("f");
  Options.Nullable = {"q"};
  Options.SymbolicGlobals = {"Total"};
  Served Traced(Text, Options);
  Runnable Plain(Text, Options);
  for (std::int64_t Null : {0, 1, 0}) {
    std::map<std::string, std::int64_t> Input;
    for (const InputLeaf &Leaf : Traced.Space.Leaves)
      Input[Leaf.Name] = Leaf.Bits == 1 ? Null : static_cast<std::int64_t>(Leaf.Name.size()) + 3;
    RunResult Ran = Traced.run(Input);
    EXPECT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
    EXPECT_EQ(Ran.Shown, Plain.run(Input));
    std::vector<VernierNode> Made = decisions(Ran);
    ASSERT_EQ(Made.size(), 1u) << "the pointer that may be null";
    EXPECT_EQ(Made[0].Operation, VernierLength);
    EXPECT_EQ(Made[0].Value, static_cast<std::uint64_t>(Null));
  }
}

} // namespace
