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

/// What the fillings make a difference to, the first time that they do.
std::optional<TraceDifference> undefinedIn(Subject &Of, const InputAssignment &Input, bool Left = true) {
  Of.Server->setFill(VernierFillZero);
  TracedRun First = Of.run(Input);
  if (!First.Left) {
    ADD_FAILURE() << First.Why;
    return std::nullopt;
  }
  for (std::uint8_t Other : {VernierFillNegative, VernierFillPositive}) {
    Of.Server->setFill(Other);
    TracedRun Second = Of.run(Input);
    if (!Second.Left) {
      ADD_FAILURE() << Second.Why;
      return std::nullopt;
    }
    for (const Mismatch &Wrong : validate(*Second.Left, Input).Wrong)
      ADD_FAILURE() << describe(*Second.Left, Wrong);
    if (auto Found = differentTerms(*First.Left, *Second.Left))
      return Found;
    EXPECT_TRUE(!Left || mergeFillings(First.Shown, First.Memory, Second.Shown, Second.Memory)) << "the traces agree";
  }
  return std::nullopt;
}

InputOptions entry() {
  InputOptions Options;
  Options.Entry = "program";
  return Options;
}

std::unique_ptr<Subject> make(const std::string &Source) {
  auto Made = Subject::make("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" + Source, entry());
  EXPECT_TRUE(Made) << Made.error().Message;
  return Made ? std::move(*Made) : nullptr;
}

/// The body of a function of x that reads what nobody wrote if x is 0, and does not if x is 6.
struct Case {
  const char *Body;
  Kind What;
  bool Certain = true;
  bool InModel = false; ///< the line is that of a model, not of the case
};

/// All of them in one program, for building takes longer than running. Each has a line of its own.
std::string programOf(llvm::ArrayRef<Case> Cases) {
  std::string Text = "static int g, *gp; static void maybe(int *p, int x) { if (x > 5) *p = x; } "
                     "static void set(int *p, int x) { *p = x; } static int half(int x) { if (x > 5) return 1; } "
                     "struct pair { int a, b; }; struct padded { char c; int i; };\n";
  for (std::size_t I = 0; I < Cases.size(); ++I)
    Text += "static int case" + std::to_string(I) + "(int x) { " + Cases[I].Body + " }\n";
  Text += "int program(int which, int x) {\n  switch (which) {\n";
  for (std::size_t I = 0; I < Cases.size(); ++I)
    Text += "  case " + std::to_string(I) + ": return case" + std::to_string(I) + "(x);\n";
  return Text + "  }\n  return 0;\n}\n";
}

InputAssignment inputOf(std::size_t Which, std::uint64_t X) {
  return {llvm::APInt(32, Which), llvm::APInt(32, X)};
}

void checkCases(llvm::ArrayRef<Case> Cases) {
  std::unique_ptr<Subject> Of = make(programOf(Cases));
  ASSERT_TRUE(Of);
  for (std::size_t I = 0; I < Cases.size(); ++I) {
    SCOPED_TRACE(Cases[I].Body);
    EXPECT_FALSE(undefinedIn(*Of, inputOf(I, 6)));
    auto Found = undefinedIn(*Of, inputOf(I, 0));
    EXPECT_TRUE(Found);
    if (!Found)
      continue;
    EXPECT_EQ(Found->What, Cases[I].What) << Found->Text;
    EXPECT_EQ(Found->Certain, Cases[I].Certain) << Found->Text;
    EXPECT_EQ(Found->Terms.empty(), Cases[I].Certain);
    if (!Cases[I].InModel && (Found->What == Kind::Way || Found->What == Kind::Decision))
      EXPECT_EQ(Of->Build->instrumentation().Sites[Found->Site].Where.Line, 5 + I);
  }
}

} // namespace

TEST(Undefined, Locals) {
  const Case Cases[] = {
      {"int u; if (x > 5) u = 1; printf(\"%d\\n\", u); return 0;", Kind::Output},
      {"int u; if (x > 5) u = 1; return x + u;", Kind::Status},
      {"double u; if (x > 5) u = 1; printf(\"%g\\n\", u); return 0;", Kind::Way, true, true},
      {"return half(x);", Kind::Status},
      {"int u = 1; if (x < 6) u = __builtin_nondeterministic_value(u); return u;", Kind::Status},
      {"int u; maybe(&u, x); return u;", Kind::Status},
      {"int a[4]; for (int i = 0; i < 3; i++) a[i] = i; int i = 3; if (x > 5) i = 2; return a[i];", Kind::Status},
      {"struct pair t; t.a = x; struct pair u = t; if (x > 5) return u.a; return u.b;", Kind::Status},
      {"int n = (x & 1) + 2, a[n]; a[0] = 1; if (x > 5) return a[0]; return a[1];", Kind::Status},
      {"struct padded a; if (x > 5) memset(&a, 0, sizeof a); a.c = 1; a.i = 2; fwrite(&a, sizeof a, 1, stdout); "
       "return 0;",
       Kind::Output},
      // The second time, the value of a variable of a loop is not that of the first time: in a register, in memory.
      {"int sum = 0; for (int i = 0; i < 3; i++) { int u; if (i == 0 || x > 5) u = x; sum += u; } return sum;",
       Kind::Status},
      {"int sum = 0; for (int i = 0; i < 3; i++) { int u[2]; if (i == 0 || x > 5) set(u, x); sum += u[0]; } return "
       "sum;",
       Kind::Status},
  };
  checkCases(Cases);
}

TEST(Undefined, BranchesThatChangeNothing) {
  const Case Cases[] = {
      {"int u; if (x > 5) u = 1; if (u) g = 1; else g = 1; return 0;", Kind::Way},
      {"int u; if (x > 5) u = 1; if (u > 5) g = 1; else g = 1; return 0;", Kind::Way},
      {"int u; if (x > 5) u = 1; if (u < -5) g = 1; else g = 1; return 0;", Kind::Way},
      {"int u, v; if (x > 5) u = v = 1; if (u == v) g = 1; else g = 1; return 0;", Kind::Way},
      {"_Bool u; if (x > 5) u = 1; if (u) g = 1; else g = 1; return 0;", Kind::Way},
      {"int u; if (x > 5) u = 1; while (u > 5) u = 0; return 0;", Kind::Way},
      {"int u; if (x > 5) u = 1; switch (u) { case 0: case 1: g = 1; break; default: g = 1; } return 0;", Kind::Way},
      {"int u; if (x > 5) u = 1; if (x > (u & 63)) g = 1; return 0;", Kind::Decision, false},
  };
  checkCases(Cases);
}

/// 0 & anything is 0 in all runs: it is the terms that say that other inputs are not so lucky.
TEST(Undefined, OnlyForOtherInputs) {
  const Case Cases[] = {
      {"int u; if (x > 5) u = 1; return x & u;", Kind::Status, false},
      {"int u; if (x > 5) u = 1; putchar('a' + (x & u & 7)); return 0;", Kind::Output, false},
      {"int u; if (x > 5) u = 1; if (x & u) g = 1; return 0;", Kind::Decision, false},
      {"int a[4]; a[0] = 1; if (x > 5) a[1] = a[2] = a[3] = 2; return a[x & 3];", Kind::Status, false},
  };
  checkCases(Cases);
}

TEST(Undefined, HeapMemory) {
  const Case Cases[] = {
      {"int *p = malloc(8); p[0] = x; int r; if (x > 5) r = p[0]; else r = p[1]; free(p); return r;", Kind::Status},
      {"int *p = calloc(2, 4); p = realloc(p, 64); if (x > 5) return p[1]; return p[2];", Kind::Status},
      {"int *p = malloc(4), *q = malloc(4); if (x > 5) *p = *q = 1; return *p - *q;", Kind::Status},
      // Blocks are used again when 64 MiB have been.
      {"for (int i = 0; i < 1200; i++) { int *p = malloc(65000); if (x > 5) p[9] = 1; if (i > 1100) return p[9]; "
       "p[9] = 7; free(p); } return 0;",
       Kind::Status},
  };
  checkCases(Cases);
}

TEST(Undefined, NothingWhereItDoesNotMatter) {
  const char *Bodies[] = {
      "int u, *p = malloc(4), unused = u + *p; return 0;",
      "struct padded a, b; a.c = (char)x; a.i = 2; b = a; struct padded *h = malloc(sizeof *h); memcpy(h, &b, sizeof "
      "b); printf(\"%d %d\\n\", h->c, h->i); return 0;",
      "int u, v[3]; if (x > 5) u = 1; else u = 2; for (int i = 0; i < 3; i++) v[i] = u; int *p = x & 1 ? &u : v; *p += "
      "x; return u + v[0] + v[x & 1];",
      "for (int i = 0; i < 3; i++) { int u; if (x > i) u = 1; else u = 2; g += u; } return g;",
      "int *p = calloc(2, 4); return p[x & 1];",
      "char t[64]; snprintf(t, sizeof t, \"%d,%s\", x, \"y\"); puts(t); return (int)strlen(t);",
      "gp = malloc(16); printf(\"%p %p\\n\", (void *)gp, (void *)&x); return 0;",
  };
  std::vector<Case> Cases;
  for (const char *Body : Bodies)
    Cases.push_back({Body, Kind::Ending});
  std::unique_ptr<Subject> Of = make(programOf(Cases));
  ASSERT_TRUE(Of);
  for (std::size_t I = 0; I < Cases.size(); ++I)
    for (std::uint64_t X : {0, 1, 6})
      EXPECT_FALSE(undefinedIn(*Of, inputOf(I, X))) << Bodies[I] << " on " << X;
}

/// Constructors run before runs begin: with another filling there is another server.
TEST(Undefined, Constructors) {
  std::unique_ptr<Subject> Of =
      make("int *early, zero;\n__attribute__((constructor)) static void begin(void) { int u; early = malloc(16); "
           "early[0] = 1; if (zero) u = 1; early[1] = u; early[3] = 5; }\n"
           "int program(int x) { printf(\"%p\\n\", (void *)&x); if (x == 0) return early[0]; if (x == 1) return "
           "early[1]; if (x == 2) return early[2]; return early[3]; }");
  ASSERT_TRUE(Of);
  auto At = [&](std::uint64_t X) { return undefinedIn(*Of, {llvm::APInt(32, X)}, false); };
  EXPECT_FALSE(At(0)) << "addresses should be those of the other server";
  EXPECT_TRUE(At(1)) << "a local of the constructor";
  EXPECT_TRUE(At(2)) << "memory that the constructor allocated";
  EXPECT_FALSE(At(3));
}

TEST(Undefined, NothingInRandomPrograms) {
  CampaignSize Size = campaignSize(4);
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Programs; ++Seed) {
    auto Made = Subject::make(engineProgram(Seed), entry());
    ASSERT_TRUE(Made) << Made.error().Message;
    Random Generator(Seed);
    for (unsigned I = 0; I < 20; ++I) {
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
