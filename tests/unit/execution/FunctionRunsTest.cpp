#include "Runs.h"

#include <csignal>

using namespace vernier;
using namespace vernier::test;

namespace {

TEST(Returned, EveryKindOfScalar) {
  Runnable F("long f(char c, unsigned char u, short s, unsigned n, long l, _Bool b) {"
             "  return b ? c + u + s + n + l : -1; }",
             entry("f"));
  Outcome Yes = F.run({{"c", -1}, {"u", 255}, {"s", -300}, {"n", 4000000000}, {"l", 5}, {"b", 1}});
  EXPECT_EQ(Yes.End, Ending::Returned);
  EXPECT_EQ(Yes.Return, std::to_string(-1 + 255 - 300 + 4000000000 + 5));
  EXPECT_EQ(F.run({{"c", -1}}).Return, "-1");
  EXPECT_EQ(outcomeText(F.run({})), "returned -1");
}

TEST(Returned, InTheSignOfTheType) {
  EXPECT_EQ(run("unsigned char f(int x) { return x; }", entry("f"), {{"x", 200}}).Return, "200");
  EXPECT_EQ(run("signed char f(int x) { return x; }", entry("f"), {{"x", 200}}).Return, "-56");
  EXPECT_EQ(run("_Bool f(int x) { return x; }", entry("f"), {{"x", 200}}).Return, "1");
  EXPECT_EQ(run("double f(double x) { return x / 10; }", entry("f"), {{"x", 0x3ff0000000000000}}).Return, "0.1");
  EXPECT_EQ(run("float f(float x) { return x * 2; }", entry("f"), {{"x", 0x3f800000}}).Return, "2");
  EXPECT_EQ(run("double f(double x) { return x / x; }", entry("f")).Return, "nan");
  EXPECT_EQ(run("void f(void) {}", entry("f")).Return, "");
  EXPECT_EQ(run("__int128 f(long x) { return (__int128)x << 64; }", entry("f"), {{"x", 1}}).Return,
            "18446744073709551616");
}

TEST(Returned, StructuresWithoutTheirPadding) {
  std::string Types =
      "struct small { char c; int i; }; struct big { long a[3]; double d; }; struct mixed { double d; char c; };";
  EXPECT_EQ(
      run(Types + "struct small f(int x) { struct small s; s.c = 1; s.i = x; return s; }", entry("f"), {{"x", -7}})
          .Return,
      "{1, -7}");
  EXPECT_EQ(
      run(Types + "struct big f(int x) { struct big b = {{x, x + 1}, 0.5}; return b; }", entry("f"), {{"x", 3}}).Return,
      "{3, 4, 0, 0.5}");
  EXPECT_EQ(
      run(Types + "struct mixed f(int x) { struct mixed m = {x, 'a'}; return m; }", entry("f"), {{"x", 3}}).Return,
      "{3, 97}");
}

TEST(Returned, PointersAsWhatTheyPointTo) {
  InputOptions Options = entry("f");
  Runnable Find("char *f(char *s, char c) { for (; *s; s++) if (*s == c) return s; return 0; }", Options);
  EXPECT_EQ(Find.run({{"s_0", 'a'}, {"s_1", 'b'}, {"c", 'b'}}).Return, "&s+1");
  EXPECT_EQ(Find.run({{"s_0", 'a'}, {"s_1", 'b'}, {"c", 'a'}}).Return, "&s");
  EXPECT_EQ(Find.run({{"s_0", 'a'}, {"c", 'x'}}).Return, "null");
  EXPECT_EQ(run("const char *f(int x) { return x ? \"yes\" : \"no\"; }", Options, {{"x", 1}}).Return, "\"yes\"");
  EXPECT_EQ(run("int g[4]; int *f(int x) { return g + x; }", Options, {{"x", 2}}).Return, "&g+8");
  EXPECT_EQ(run("#include <stdlib.h>\nint *f(int x) { return malloc(4); }", Options).Return, "&block 1");
}

TEST(Memory, ListsWhatChangedBehindPointersAndInGlobals) {
  Runnable F("struct s { int x; double d; char t[2]; struct s *next; }; int g = 5, untouched = 6; static short h[3];"
             "void f(struct s *p, int *a, char *s) { p->x++; p->next->d = 1.5; p->t[1] = 'z'; a[2] -= 1; s[0] = 'Q';"
             "  g *= 2; h[1] = -1; p->next->next = 0; untouched = untouched; }",
             entry("f"));
  Outcome Ran = F.run({{"p.x", 41}, {"s_0", 'q'}});
  EXPECT_EQ(Ran.End, Ending::Returned);
  EXPECT_EQ(memoryText(Ran), "p.x=42 p.t_1=122 p.next.d=1.5 p.next.next=null a_2=-1 s_0=81 g=10 h_1=-1");
}

TEST(Memory, IsReadThroughObjects) {
  Runnable F("struct s { char c; unsigned short w[2]; struct s *next; }; long f(struct s *p, const char *t, struct s "
             "v, long *a) {"
             "  return p->c + p->w[1] * 10L + p->next->w[0] * 1000L + t[1] * 1000000L + v.w[1] * 100000000L + a[3]; }",
             entry("f"));
  EXPECT_EQ(
      F.run({{"p.c", 3}, {"p.w_1", 4}, {"p.next.w_0", 5}, {"t_1", 6}, {"v.coerce0", 7LL << 32}, {"a_3", 1000000000000}})
          .Return,
      "1000706005043");
}

TEST(Memory, OfStructuresInRegisters) {
  Runnable F("struct small { int a, b; }; struct two { double d; long l; }; struct f { float x, y; };"
             "double f(struct small s, struct two t, struct f v) { return s.a * 1000 + s.b + t.d + t.l + v.y; }",
             entry("f"));
  EXPECT_EQ(F.run({{"s.coerce0", (5LL << 32) + 2},
                   {"t.coerce0", 0x3fe0000000000000},
                   {"t.coerce1", 7},
                   {"v.coerce0", 0x3e80000000000000}})
                .Return,
            "2012.75");
}

TEST(Memory, NullAndAliases) {
  InputOptions Options = entry("f");
  Options.Nullable = {"a", "b"};
  Options.MayAlias = {{"a", "b"}};
  Options.Lengths = {{"a", 1}, {"b", 1}};
  Runnable F("int f(int *a, int *b) { if (!a || !b) return (a ? 1 : 0) + (b ? 2 : 0); *a += 1; *b += 1; return *a; }",
             Options);
  EXPECT_EQ(F.run({{"a_0", 5}, {"b_0", 7}}).Return, "6");
  EXPECT_EQ(memoryText(F.run({{"a_0", 5}, {"b_0", 7}})), "a_0=6 b_0=8");
  EXPECT_EQ(F.run({{"a_0", 5}, {"b_is_a", 1}}).Return, "7");
  EXPECT_EQ(memoryText(F.run({{"a_0", 5}, {"b_is_a", 1}})), "a_0=7");
  EXPECT_EQ(F.run({{"a_null", 1}}).Return, "2");
  EXPECT_EQ(F.run({{"a_null", 1}, {"b_is_a", 1}}).Return, "0") << "what is null in both is null";
}

TEST(Memory, OutsideOfAnObjectTraps) {
  Runnable F("int f(int *a, int i) { return a[i]; }", entry("f"));
  EXPECT_EQ(F.run({{"i", 3}, {"a_3", 9}}).Return, "9");
  Outcome Beyond = F.run({{"i", 4}});
  EXPECT_EQ(Beyond.End, Ending::Signalled);
  EXPECT_EQ(Beyond.Code, SIGSEGV);
}

TEST(Memory, CanBeGivenBack) {
  Runnable F("#include <stdlib.h>\nint f(int *a, int again) { int x = a[0]; free(a); return again ? a[0] : x; }",
             entry("f"));
  Outcome Once = F.run({{"a_0", 3}});
  EXPECT_EQ(Once.Return, "3");
  EXPECT_EQ(memoryText(Once), "a=freed");
  EXPECT_EQ(F.run({{"again", 1}}).Code, SIGSEGV);
  Outcome Moved =
      run("#include <stdlib.h>\nint f(int *a) { a = realloc(a, 40); a[9] = 1; int x = a[3]; free(a); return x; }",
          entry("f"), {{"a_3", 7}});
  EXPECT_EQ(Moved.Return, "7");
}

TEST(Globals, StartAsInitialisedOrAsGiven) {
  std::string Text =
      "int g = 3; static unsigned char t[2] = {7, 8}; int f(int x) { int r = x + g + t[1]; g = 1; t[1]++; return r; }";
  EXPECT_EQ(run(Text, entry("f"), {{"x", 10}}).Return, "21");
  InputOptions All = entry("f");
  All.AllGlobalsSymbolic = true;
  Outcome Ran = run(Text, All, {{"x", 10}, {"g", 100}, {"t_1", 255}});
  EXPECT_EQ(Ran.Return, "365");
  EXPECT_EQ(memoryText(Ran), "g=1 t_1=0");
  EXPECT_EQ(memoryText(run(Text, All, {{"g", 1}, {"t_1", 5}})), "t_1=6") << "g has the value it started with";
}

/// What two versions show is the same exactly if the contents at the end are, wherever they started.
TEST(Globals, ThatStartDifferentlyAreShownAtTheEnd) {
  auto Shown = [](const std::string &OldText, const std::string &NewText, std::int64_t X) {
    Program Old = compileText(OldText), New = compileText(NewText);
    auto Space = inputSpace(Old, New, entry("f"));
    EXPECT_TRUE(Space);
    std::string Texts;
    for (Side Which : {Side::Old, Side::New}) {
      auto Build = PlainBuild::create(Old, New, Which, *Space, temporaryCache());
      EXPECT_TRUE(Build);
      Outcome Ran = Build->run({llvm::APInt(32, static_cast<std::uint64_t>(X))});
      Texts += (Which == Side::Old ? "" : " | ") + memoryText(Ran);
    }
    return Texts;
  };
  std::string Body = " void f(int x) { h = 1; if (x) g = x; }", Old = "int g = 6, h;" + Body,
              New = "int g = 7, h;" + Body;
  EXPECT_EQ(Shown(Old, New, 0), "g=6 h=1 | g=7 h=1");
  EXPECT_EQ(Shown(Old, New, 7), "g=7 h=1 | g=7 h=1");
  std::string Late = "__attribute__((constructor)) static void set(void) { g = 7; }";
  EXPECT_EQ(Shown("int g, h;" + Body, "int g, h;" + Late + Body, 0), "g=0 h=1 | g=7 h=1");
}

TEST(Globals, ConstructorsRunFirst) {
  EXPECT_EQ(run("int g; __attribute__((constructor)) static void init(void) { g = 42; } int f(void) { return g; }",
                entry("f"))
                .Return,
            "42");
  EXPECT_EQ(run("#include <string>\nstatic std::string text = \"abc\"; int f(int n) { return int(text.size()) + n; }",
                entry("f"), {{"n", 1}}, "test.cpp")
                .Return,
            "4");
}

TEST(Ends, ByExitSignalOrTrap) {
  std::string Text =
      "#include <stdlib.h>\n#include <stdio.h>\n#include <signal.h>\n#include <unistd.h>\n"
      "int f(int x, int y) { printf(\"a\"); fprintf(stderr, \"e\"); if (x == 1) exit(7); if (x == 2) abort();"
      "  if (x == 3) raise(SIGTERM); if (x == 4) _exit(3); if (x == 5) while (1) ; return 10 / y; }";
  Runnable F(Text, entry("f"));
  auto Text0 = [&](std::int64_t X, std::int64_t Y) {
    RunLimits Limits;
    Limits.Time = std::chrono::milliseconds(300);
    return outcomeText(F.run({{"x", X}, {"y", Y}}, Limits));
  };
  EXPECT_EQ(Text0(0, 5), "returned 2, printed \"a\", complained \"e\"");
  EXPECT_EQ(Text0(1, 5), "exit 7, printed \"a\", complained \"e\"");
  EXPECT_EQ(Text0(2, 5), "SIGABRT, complained \"e\"") << "the buffer is lost";
  EXPECT_EQ(Text0(3, 5), "SIGTERM, complained \"e\"");
  EXPECT_EQ(Text0(4, 5), "exit 3, complained \"e\"") << "the buffer is lost";
  EXPECT_EQ(Text0(5, 5), "did not end in time, complained \"e\"");
  EXPECT_EQ(Text0(0, 0), "SIGFPE, complained \"e\"");
  EXPECT_FALSE(F.run({{"x", 5}}, {std::chrono::milliseconds(100)}).comparable());
}

TEST(Missing, FunctionsAreRecordedAndReturnZero) {
  Runnable F(
      "void log_it(int level, double x, const char *t, unsigned char u); long ask(unsigned n); extern int elsewhere;"
      "__attribute__((noreturn)) void die(int code); struct big { long a[4]; }; struct big make(short s);"
      "long f(int x) { if (x == 9) die(x); log_it(x, 0.5, \"t\", 200); struct big b = make(-2);"
      "  return ask(4000000000u) + b.a[3] + elsewhere + x; }",
      entry("f"));
  Outcome Ran = F.run({{"x", -3}});
  EXPECT_EQ(Ran.Return, "-3");
  EXPECT_EQ(Ran.Calls, (std::vector<std::string>{"log_it(-3, 0.5, ptr, 200)", "make(-2)", "ask(4000000000)"}));
  Outcome Stopped = F.run({{"x", 9}});
  EXPECT_EQ(Stopped.End, Ending::Exited);
  EXPECT_EQ(Stopped.Calls, (std::vector<std::string>{"die(9)"}));
  EXPECT_EQ(F.Build->missing(), (std::vector<std::string>{"ask", "die", "elsewhere", "log_it", "make"}));
}

TEST(Missing, LibraryFunctionsAreNot) {
  Runnable F(
      "#include <math.h>\n#include <string.h>\nint f(double x, char *s) { return (int)sqrt(x) + (int)strlen(s); }",
      entry("f"));
  EXPECT_EQ(F.run({{"x", 0x4030000000000000}, {"s_0", 'a'}}).Return, "5");
  EXPECT_TRUE(F.Build->missing().empty());
}

TEST(Build, ProgramsWithAMainAndStaticEntries) {
  EXPECT_EQ(
      run("static int twice(int x) { return 2 * x; } int main(void) { return twice(1); }", entry("twice"), {{"x", 21}})
          .Return,
      "42");
}

TEST(Build, ComesOutOfTheCache) {
  std::string Text = "int f(int x) { return x + 12345; }";
  Runnable First(Text, entry("f")), Second(Text, entry("f"));
  EXPECT_TRUE(First.Build->fresh());
  EXPECT_FALSE(Second.Build->fresh());
  auto Written = std::filesystem::last_write_time(First.Build->executable());
  EXPECT_EQ(Runnable(Text, entry("f")).Build->executable(), First.Build->executable());
  EXPECT_EQ(std::filesystem::last_write_time(First.Build->executable()), Written) << "no linker was started";
  EXPECT_EQ(First.Build->executable(), Second.Build->executable());
  EXPECT_EQ(Second.run({{"x", 1}}).Return, "12346");
  // Lengths and bounds are matters of the input, not of the executable.
  InputOptions Bounded = entry("f");
  Bounded.Bounds = {{"x", {"0", "5"}}};
  EXPECT_FALSE(Runnable(Text, Bounded).Build->fresh());
}

TEST(Build, VersionsWithDifferentParametersTakeOneInput) {
  Program Old =
      compileText("int shared = 1; int gone = 2; long f(int n, char *s) { shared++; gone++; return n + s[0]; }");
  Program New = compileText("int shared = 1; int more = 2; long f(char *s, long n, int extra) { shared++; more++; "
                            "return n + s[0] + extra; }");
  auto Space = inputSpace(Old, New, entry("f"));
  ASSERT_TRUE(Space) << Space.error().Message;
  InputAssignment Values;
  for (const InputLeaf &Leaf : Space->Leaves)
    Values.push_back(llvm::APInt(64,
                                 Leaf.Name == "n"       ? -5
                                 : Leaf.Name == "s_0"   ? 65
                                 : Leaf.Name == "extra" ? 100
                                                        : 0,
                                 true)
                         .sextOrTrunc(Leaf.Bits));
  auto Before = PlainBuild::create(Old, New, Side::Old, *Space, temporaryCache());
  auto After = PlainBuild::create(Old, New, Side::New, *Space, temporaryCache());
  ASSERT_TRUE(Before && After);
  EXPECT_EQ(Before->run(Values).Return, "60");
  EXPECT_EQ(After->run(Values).Return, "160");
  EXPECT_EQ(memoryText(Before->run(Values)), "shared=2") << "only what both versions have is compared";
}

TEST(Build, CPlusPlusMethodsAndExceptions) {
  EXPECT_EQ(
      run("struct counter { int n; int add(int k) { n += k; return n; } }; int use(counter *c) { return c->add(1); }"
          "int (counter::*keep)(int) = &counter::add;",
          entry("add"), {{"this.n", 4}, {"k", 3}}, "test.cpp")
          .Return,
      "7");
  Runnable Thrower(
      "int f(int x) { if (x) throw 5; return 1; } int g(int x) { try { return f(x); } catch (int v) { return v; } }",
      entry("g"), "test.cpp");
  EXPECT_EQ(Thrower.run({{"x", 1}}).Return, "5");
  EXPECT_EQ(run("int f(int x) { if (x) throw 5; return 1; }", entry("f"), {{"x", 1}}, "test.cpp").Code, SIGABRT);
}

} // namespace
