// What depends on memory that nobody wrote shows when that memory has another filling; nothing else does.

#include "engine/Campaign.h"
#include "engine/EngineProgram.h"
#include "engine/Subject.h"
#include "trace/Difference.h"
#include "trace/Validate.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

using Kind = TraceDifference::Kind;

constexpr std::uint8_t Fillings[] = {VernierFillZero, VernierFillNegative, VernierFillPositive};

/// What the fillings make a difference to, the first time that they do.
std::optional<TraceDifference> undefinedIn(Subject &Of, const InputAssignment &Input) {
  Of.Server->setFill(Fillings[0]);
  TracedRun First = Of.run(Input);
  if (!First.Left) {
    ADD_FAILURE() << First.Why;
    return std::nullopt;
  }
  for (std::uint8_t Other : {Fillings[1], Fillings[2]}) {
    Of.Server->setFill(Other);
    TracedRun Second = Of.run(Input);
    if (!Second.Left) {
      ADD_FAILURE() << Second.Why;
      return std::nullopt;
    }
    for (const Mismatch &Wrong : validate(*Second.Left, Input).Wrong)
      ADD_FAILURE() << describe(*Second.Left, Wrong);
    auto Found = differentTerms(*First.Left, *Second.Left);
    if (Found)
      return Found;
    EXPECT_EQ(First.Shown, Second.Shown) << "the traces agree";
  }
  return std::nullopt;
}

/// A program text with an entry `int program(int x)`, or with main.
class Text {
public:
  explicit Text(const std::string &Source, const InputOptions &Options = entry()) {
    auto Made = Subject::make("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" + Source, Options);
    if (Made)
      Of = std::move(*Made);
    else
      ADD_FAILURE() << Made.error().Message;
  }

  std::optional<TraceDifference> at(std::uint64_t X) {
    return undefinedIn(*Of, InputAssignment(Of->Space.Leaves.size(), llvm::APInt(32, X)));
  }

  unsigned lineOf(const TraceDifference &Found) const {
    return Of->Build->instrumentation().Sites[Found.Site].Where.Line;
  }

  static InputOptions entry() {
    InputOptions Options;
    Options.Entry = "program";
    return Options;
  }

  std::unique_ptr<Subject> Of;
};

} // namespace

TEST(Undefined, LocalThatIsPrinted) {
  Text Program("int program(int x) { int u; if (x > 5) u = 1; printf(\"%d\\n\", u); return 0; }");
  auto Found = Program.at(0);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Output);
  EXPECT_TRUE(Found->Certain);
  EXPECT_FALSE(Program.at(6));
}

TEST(Undefined, LocalThatIsReturned) {
  Text Program("int program(int x) { int u; if (x > 5) u = 1; return x + u; }");
  auto Found = Program.at(0);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Status);
  EXPECT_FALSE(Program.at(6));
}

TEST(Undefined, NothingReturned) {
  Text Program("int f(int x) { if (x > 5) return 1; }\nint program(int x) { return f(x); }");
  EXPECT_TRUE(Program.at(0));
  EXPECT_FALSE(Program.at(6));
}

TEST(Undefined, BranchThatChangesNothing) {
  for (const char *Condition : {"u", "u > 5", "u < -5", "!u", "u == v", "b"}) {
    Text Program(
        std::string("int g;\nint program(int x) {\n  int u, v; _Bool b;\n  if (x > 5) u = v = b = 1;\n  if (") +
        Condition + ")\n    g = 1;\n  else\n    g = 1;\n  return 0;\n}");
    auto Found = Program.at(0);
    ASSERT_TRUE(Found) << Condition;
    EXPECT_EQ(Found->What, Kind::Way) << Condition;
    EXPECT_EQ(Program.lineOf(*Found), 8u) << Condition;
    EXPECT_FALSE(Program.at(6)) << Condition;
  }
}

TEST(Undefined, SwitchAndSymbolicCondition) {
  Text Switch("int program(int x) {\n  int u;\n  if (x == 7) u = 3;\n  switch (u) { case 0: case 3: return 1; default: "
              "return 2; }\n}");
  EXPECT_TRUE(Switch.at(0));
  EXPECT_FALSE(Switch.at(7));
  // Both runs decide alike, under different conditions.
  Text Both("int program(int x) {\n  int u;\n  if (x == 7) u = 3;\n  if (x < 1000 + (u & 15))\n    return 1;\n  return "
            "2;\n}");
  auto Found = Both.at(0);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->What, Kind::Decision);
  EXPECT_FALSE(Found->Certain);
  EXPECT_EQ(Found->Terms.size(), 1u);
  EXPECT_EQ(Both.lineOf(*Found), 7u);
  EXPECT_FALSE(Both.at(7));
}

TEST(Undefined, ThroughAPointer) {
  Text Program("void maybe(int *p, int x) { if (x > 5) *p = x; }\n"
               "int program(int x) { int u; maybe(&u, x); return u; }");
  EXPECT_TRUE(Program.at(0));
  EXPECT_FALSE(Program.at(6));
}

TEST(Undefined, PartOfAnArrayOrAStructure) {
  Text Array("int program(int x) { int a[4]; for (int i = 0; i < 3; i++) a[i] = i; return a[x > 5 ? 2 : 3]; }");
  EXPECT_TRUE(Array.at(0));
  Text Structure(
      "struct s { int a, b; };\nint program(int x) { struct s t; t.a = x; struct s u = t; return x > 5 ? u.a "
      ": u.b; }");
  EXPECT_TRUE(Structure.at(0));
  EXPECT_FALSE(Structure.at(6));
  Text Variable("int program(int x) { int n = (x & 1) + 2; int a[n]; a[0] = 1; return x > 5 ? a[0] : a[1]; }");
  EXPECT_TRUE(Variable.at(0));
  EXPECT_FALSE(Variable.at(6));
}

TEST(Undefined, HeapMemory) {
  Text Fresh("int program(int x) { int *p = malloc(8); p[0] = x; int r = x > 5 ? p[0] : p[1]; free(p); return r; }");
  EXPECT_TRUE(Fresh.at(0));
  EXPECT_FALSE(Fresh.at(6));
  Text Zero("int program(int x) { int *p = calloc(2, 4); return p[x & 1]; }");
  EXPECT_FALSE(Zero.at(0));
  Text Grown("int program(int x) { int *p = calloc(2, 4); p = realloc(p, 64); return x > 5 ? p[1] : p[2]; }");
  EXPECT_TRUE(Grown.at(0));
  EXPECT_FALSE(Grown.at(6));
  Text Freed("int program(int x) { int *p = malloc(8); p[0] = p[1] = 3; if (x < 6) free(p); return p[0]; }");
  EXPECT_TRUE(Freed.at(0));
  EXPECT_FALSE(Freed.at(6));
  // More than what is used again only when it has to be.
  Text Reused("int program(int x) {\n  for (int i = 0; i < 2000; i++) {\n    int *p = malloc(65000);\n    if (x > 5) "
              "p[9] = 1;\n    if (i > 1500) return p[9];\n    p[9] = 7;\n    free(p);\n  }\n  return 0;\n}");
  EXPECT_TRUE(Reused.at(0));
  EXPECT_FALSE(Reused.at(6));
}

TEST(Undefined, ReadButNotUsed) {
  Text Program("struct s { char c; int i; };\nint program(int x) {\n  int u, *p = malloc(4), unused = u + *p;\n"
               "  struct s a, b;\n  a.c = (char)x;\n  a.i = 2;\n  b = a;\n  struct s *h = malloc(sizeof *h);\n  "
               "memcpy(h, &b, sizeof b);\n  printf(\"%d %d\\n\", h->c, h->i);\n  return 0;\n}");
  EXPECT_FALSE(Program.at(0));
}

TEST(Undefined, PaddingThatIsWritten) {
  Text Program("struct s { char c; int i; };\nint program(int x) {\n  struct s a;\n  a.c = (char)x;\n  a.i = 2;\n  "
               "fwrite(&a, sizeof a, 1, stdout);\n  return 0;\n}");
  EXPECT_TRUE(Program.at(0));
}

TEST(Undefined, WrittenOnAllWays) {
  Text Program("int program(int x) {\n  int u, v[3];\n  if (x > 5) u = 1; else u = 2;\n  for (int i = 0; i < 3; i++) "
               "v[i] = u;\n  int *p = x & 1 ? &u : v;\n  *p += x;\n  return u + v[0] + v[x & 1];\n}");
  for (std::uint64_t X : {0, 1, 6})
    EXPECT_FALSE(Program.at(X));
}

TEST(Undefined, VariableOfTheBodyOfALoop) {
  // The second time its value is not that of the first time, neither in a register...
  Text Register(
      "int program(int x) {\n  int sum = 0;\n  for (int i = 0; i < 3; i++) {\n    int u;\n    if (i == 0 || x "
      "> 5) u = x;\n    sum += u;\n  }\n  return sum;\n}");
  EXPECT_TRUE(Register.at(0));
  EXPECT_FALSE(Register.at(6));
  // ... nor in memory
  Text Memory(
      "void set(int *p, int x) { *p = x; }\nint program(int x) {\n  int sum = 0;\n  for (int i = 0; i < 3; i++) "
      "{\n    int u[2];\n    if (i == 0 || x > 5) set(u, x);\n    sum += u[0];\n  }\n  return sum;\n}");
  EXPECT_TRUE(Memory.at(0));
  EXPECT_FALSE(Memory.at(6));
}

TEST(Undefined, OnlyForOtherInputs) {
  // 0 & anything is 0 in all runs; it is the terms that say that other inputs are not so lucky.
  for (const char *Body : {"return x & u;", "printf(\"%c\", 'a' + (x & u & 7)); return 0;"}) {
    Text Program(std::string("int program(int x) { int u; if (x == 1000) u = 1; ") + Body + " }");
    auto Found = Program.at(0);
    ASSERT_TRUE(Found) << Body;
    EXPECT_FALSE(Found->Certain) << Body;
    EXPECT_FALSE(Found->Terms.empty()) << Body;
    EXPECT_FALSE(Program.at(1000)) << Body;
  }
}

TEST(Undefined, Constructors) {
  const char *Source = "int *early, zero;\n__attribute__((constructor)) static void begin(void) { int u; early = "
                       "malloc(16); early[0] = 1; if (zero) u = 1; early[1] = u; early[3] = 5; }\n"
                       "int program(int x) { printf(\"%p\\n\", (void *)&x); return x < 0 ? 0 : early[x & 3]; }";
  Text Program(Source);
  EXPECT_FALSE(Program.at(0x80000000)); // addresses are those of the other server
  auto Found = Program.at(1);
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Found->Certain);
  EXPECT_TRUE(Program.at(2));
}

TEST(Undefined, NothingInRandomPrograms) {
  CampaignSize Size = campaignSize(4);
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Programs; ++Seed) {
    auto Made = Subject::make(engineProgram(Seed), Text::entry());
    ASSERT_TRUE(Made) << Made.error().Message;
    Random Generator(Seed);
    for (unsigned I = 0; I < 10; ++I) {
      InputAssignment Input = (*Made)->randomInput(Generator);
      if (auto Found = undefinedIn(**Made, Input)) {
        const Site &Where = (*Made)->Build->instrumentation().Sites[Found->Site];
        ADD_FAILURE() << "seed " << Seed << " on " << text(**Made, Input) << ": " << Found->Text << " (kind "
                      << int(Found->What) << "), " << Where.Function << ":" << Where.Where.Line;
      }
    }
    if (HasFailure() && !Size.GoOn)
      FAIL() << "the program is " << dump(engineProgram(Seed), Seed);
  }
}
