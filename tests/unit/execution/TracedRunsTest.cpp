// Instrumented builds: they show what plain builds show, and leave traces.

#include "execution/builds/InstrumentedBuild.h"

#include "Runs.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Traced : Runnable {
  std::optional<InstrumentedBuild> Instrumented;
  std::unique_ptr<ForkServer> Server;

  Traced(const std::string &Text, const InputOptions &Options, const std::string &File = "test.c")
      : Runnable(Text, Options, File) {
    auto Made = InstrumentedBuild::create(Version, Version, Side::New, Space, temporaryCache());
    EXPECT_TRUE(Made) << Made.error().Message << "\n" << Made.error().Output;
    if (!Made)
      return;
    Instrumented.emplace(std::move(*Made));
    auto Started = Instrumented->serve();
    EXPECT_TRUE(Started) << Started.error().Message;
    if (Started)
      Server = std::move(*Started);
  }

  RunResult trace(const std::map<std::string, std::int64_t> &Named = {}) {
    return Server ? Server->run(input(Named)) : RunResult{};
  }

  /// Both builds do the same.
  VernierArena compare(const std::map<std::string, std::int64_t> &Named = {}) {
    RunResult Ran = trace(Named);
    EXPECT_EQ(outcomeText(Ran.Shown), outcomeText(run(Named))) << Ran.Shown.Note;
    EXPECT_TRUE(Ran.Shown == run(Named));
    VernierArena Head{};
    if (!Ran.Trace.empty())
      std::memcpy(&Head, Ran.Trace.data(), sizeof Head);
    return Head;
  }
};

TEST(TracedRuns, AProgramShowsWhatItsPlainBuildShows) {
  InputOptions Options;
  Options.Argv = {1u, 3u};
  Options.Stdin = 3;
  Traced Program("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {"
                 " int n = atoi(argv[1]), c, s = 0; while ((c = getchar()) != EOF) s = s * 3 + c;"
                 " if (n > 5 && s > 100) { printf(\"%d %d %s\\n\", n, s, argv[1]); return 3; }"
                 " char *p = malloc(10); strcpy(p, \"low\"); fputs(p, stderr); free(p); return argc; }",
                 Options);
  VernierArena Low = Program.compare({{"argv_1_0", '1'}});
  EXPECT_GT(Low.DecisionCount, 1u);
  EXPECT_EQ(Low.Finished, 1u);
  Program.compare({{"argv_1_0", '7'}, {"stdin_0", 90}, {"stdin_1", 1}, {"stdin_len", 2}});
  Program.compare(
      {{"argv_1_0", '9'}, {"argv_1_1", '9'}, {"stdin_0", 255}, {"stdin_1", 1}, {"stdin_2", 7}, {"stdin_len", 3}});
}

/// What a machine is driven by: the entry of a table decides, no branch.
TEST(TracedRuns, ReadsOfTablesAreCovered) {
  InputOptions Options;
  Options.Stdin = 1;
  Traced Program("#include <stdio.h>\n"
                 "static const unsigned char table[3][8] = {{1, 1, 1, 1, 2, 2, 2, 2}, {5, 5, 5, 5, 5, 5, 5, 5}};\n"
                 "int main(void) { unsigned c = getchar(); return table[(c >> 3) % 3][c % 8]; }",
                 Options);
  auto Covered = [&](int Byte) {
    RunResult Ran = Program.trace({{"stdin_0", Byte}, {"stdin_len", 1}});
    return std::vector<std::uint8_t>(Ran.Coverage.begin(), Ran.Coverage.end());
  };
  EXPECT_EQ(Covered(0), Covered(3)) << "equal neighbours";
  EXPECT_NE(Covered(0), Covered(4));
  EXPECT_NE(Covered(4), Covered(8));
  EXPECT_NE(Covered(8), Covered(16));
  EXPECT_EQ(Covered(0).size(), Program.Instrumented->instrumentation().coverageSize());
}

TEST(TracedRuns, EdgesAreCounted) {
  InputOptions Options;
  Options.Stdin = 1;
  Traced Program("#include <stdio.h>\nint main(void) { int c = getchar(), s = 0;\n"
                 "  for (int i = 0; i < 4 * c; ++i) s += i; return s & 1; }",
                 Options);
  auto Most = [&](int Byte) {
    RunResult Ran = Program.trace({{"stdin_0", Byte}, {"stdin_len", 1}});
    return *std::max_element(Ran.Coverage.begin(), Ran.Coverage.end());
  };
  EXPECT_EQ(Most(5), 20);
  EXPECT_EQ(Most(100), 255) << "not beyond what a byte holds";
}

TEST(TracedRuns, AFunctionShowsWhatItsPlainBuildShows) {
  InputOptions Options = entry("f");
  Options.Nullable = {"q"};
  Options.SymbolicGlobals = {"Total"};
  Traced Program("#include <stdbool.h>\n#include <stdlib.h>\nint Total, Calls; struct P { int a; char b; };"
                 "int f(int x, bool y, struct P *p, short *q, double d) { Calls++; Total += x;"
                 " if (q) { *q += 1; p->b = 'z'; free(q); } if (y && d > 2.5) p->a = x / 3; return x * 2 + p->a; }",
                 Options);
  for (std::int64_t I = 0; I != 4; ++I) {
    std::map<std::string, std::int64_t> Input;
    for (const InputLeaf &Leaf : Program.Space.Leaves)
      Input[Leaf.Name] = Leaf.Floating ? (I < 2 ? 0x400c000000000000 : 0) : Leaf.Bits == 1 ? I % 2 : 3 * I + 7;
    VernierArena Head = Program.compare(Input);
    EXPECT_GE(Head.DecisionCount, 2u);
  }
}

TEST(TracedRuns, CrashesExitsAndMissingFunctions) {
  Traced Divides("int f(int x) { return 100 / x; }", entry("f"));
  EXPECT_EQ(Divides.compare({{"x", 0}}).FindingCount, 1u);
  Divides.compare({{"x", 7}});
  Traced Exits("#include <stdio.h>\n#include <stdlib.h>\nint f(int x) { printf(\"a\"); if (x > 3) exit(x); abort(); }",
               entry("f"));
  Exits.compare({{"x", 5}});
  Exits.compare({{"x", 1}});
  Traced Missing("int elsewhere(int); int main(void) { return elsewhere(4) + 2; }", InputOptions{});
  Missing.compare();
  EXPECT_EQ(Missing.Instrumented->missing(), std::vector<std::string>{"elsewhere"});
}

TEST(TracedRuns, MemoryIsBoundedOnTheHeapToo) {
  Traced Program("#include <stdlib.h>\nint main(void) { return malloc(3UL << 30) ? 1 : 2; }", InputOptions{});
  EXPECT_EQ(Program.trace().Shown.Code, 2);
}

TEST(TracedRuns, TheSameRunTwice) {
  InputOptions Options;
  Options.Argv = {1u, 4u};
  Traced Program("#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v) { void *p = malloc(5);"
                 " printf(\"%p %p\", p, (void *)v[1]); return v[1][0] == 'x'; }",
                 Options);
  Repetition Both = Program.Server->runTwice(Program.input({{"argv_1_0", 'x'}}));
  EXPECT_TRUE(Both.SameOutcome) << Both.First.Shown.Stdout << " / " << Both.Second.Shown.Stdout;
  EXPECT_TRUE(Both.SameTrace);
}

TEST(TracedRuns, TheSameProgramComesOutOfTheCache) {
  std::string Text = "int f(int x) { return x > 17 ? 1 : 2; }";
  Traced First(Text, entry("f"));
  EXPECT_TRUE(First.Instrumented->fresh());
  Traced Again(Text, entry("f"));
  EXPECT_FALSE(Again.Instrumented->fresh());
  EXPECT_EQ(Again.trace({{"x", 18}}).Shown.Return, "1");
}

TEST(TracedRuns, OfCPlusPlus) {
  InputOptions Options;
  Options.Argv = {1u, 2u};
  Traced Program(
      "#include <cstdio>\n#include <string>\n#include <vector>\n#include <stdexcept>\n"
      "struct Base { virtual int f() { return 1; } virtual ~Base() {} };"
      "struct Derived : Base { int f() override { return 2; } };"
      "int main(int, char **v) { std::string s(v[1]); std::vector<int> a; for (char c : s) a.push_back(c);"
      " try { if (a.size() == 1) throw std::runtime_error(\"one\"); } catch (std::exception &e) { puts(e.what()); }"
      " Base *b = s == \"ab\" ? new Derived : new Base; int r = b->f(); delete b; return r; }",
      Options, "test.cpp");
  Program.compare({{"argv_1_0", 'a'}});
  Program.compare({{"argv_1_0", 'a'}, {"argv_1_1", 'b'}});
}

/// What a program can learn about its descriptors, and what it does to them. Constructors of a traced program have no
/// standard input yet.
constexpr const char *Descriptors = R"text(
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
enum { Most = 256 }; /* as the limit of a run says */
static char Early[200];
static void look(int first, char *into, size_t room) {
  size_t used = 0;
  for (int d = first; d < Most; d++) {
    struct stat is;
    int flags = fcntl(d, F_GETFD);
    if (flags < 0) continue;
    int status = fcntl(d, F_GETFL);
    fstat(d, &is);
    used += snprintf(into + used, room - used, "%d:%d:%o:%o:%d ", d, flags, status & O_ACCMODE, is.st_mode & S_IFMT,
                     lseek(d, 0, SEEK_CUR) < 0 ? errno : 0);
  }
  int next = open("/dev/null", O_RDONLY);
  snprintf(into + used, room - used, "next %d", next);
  close(next);
}
__attribute__((constructor)) static void begin(void) { look(1, Early, sizeof Early); }
int f(int x) {
  char now[200] = "";
  look(0, now, sizeof now);
  printf("%s\n%s\n", Early, now);
  for (int d = 3; d < Most; d++)
    if (close(d) == 0) printf("closed %d\n", d);
  printf("%d", open("/dev/null", O_RDONLY));
  return x;
}
int main(void) { return f(0); }
)text";

TEST(TracedRuns, HaveTheDescriptorsOfPlainRuns) {
  InputOptions Options;
  Options.Stdin = 2;
  Traced Program(Descriptors, Options);
  Program.compare({{"stdin_0", 'x'}, {"stdin_len", 1}});
  Outcome Plain = Program.run({{"stdin_0", 'x'}, {"stdin_len", 1}});
  EXPECT_EQ(Plain.Stdout.find("\n3:"), std::string::npos) << Plain.Stdout;
  EXPECT_EQ(Plain.Stdout.substr(Plain.Stdout.rfind('\n')), "\n3") << Plain.Stdout;
  Traced Nothing(Descriptors, InputOptions{});
  Nothing.compare();
  Traced Function(Descriptors, entry("f"));
  Function.compare({{"x", 5}});
}

} // namespace
