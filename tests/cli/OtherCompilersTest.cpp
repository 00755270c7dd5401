// The user's compiler is mostly gcc, and our bitcode comes from clang. Where both may do something else with the same
// text, an `equal` says so. In each pair a build by gcc differs, with or without optimisation.

#include "CommandLine.h"
#include "support/PairText.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <gtest/gtest.h>

using namespace vernier::test;
using vernier::Side;
namespace json = llvm::json;

namespace {

struct CompilerCase {
  const char *Name;
  std::string Text;       ///< of both versions (support/PairText.h)
  const char *Assumption; ///< what the `equal` names
};

void PrintTo(const CompilerCase &Case, std::ostream *To) {
  *To << Case.Name;
}

const CompilerCase Cases[] = {
    {"ArgumentsInAnotherOrder",
     "static int c;\nstatic int next(int x) { c = c * 3 + x; return c; }\n"
     "static int k(int a, int b) { return a * 10 + b; }\n"
     "int f(int x) { c = 0; <<return k(next(x), next(1));||int a = next(x), b = next(1); return k(a, b);>> }",
     "evaluation-order"},
    {"AReadBesideACallThatWrites",
     "static int g;\nstatic int set(int x) { g = x; return 1; }\n"
     "int f(int x) { g = 5; <<return g + set(x);||int t = g; return t + set(x);>> }",
     "evaluation-order"},
    {"TheAddressOfALocal",
     "static int add(int *p, int x) { *p += x; return *p; }\n"
     "int f(int x) { int l = 0; <<return add(&l, x) - l;||int a = add(&l, x); return a - l;>> }",
     "evaluation-order"},
    {"OrderOfCallsOfSomethingChanged",
     "static int g;\nstatic int h(int x) { <<g += x;||g = x + g;>> return g; }\nint f(int x) { return h(x) - h(1); }",
     "evaluation-order"},
    {"AMacroOfAnUnchangedCondition",
     "#ifdef __GNUC__\n#define SEVEN (__GNUC__ > 7)\n#endif\n#if SEVEN\n#define K <<1||2>>\n#else\n#define K "
     "1\n#endif\n"
     "int f(int x) { return x + K; }",
     "inactive-code: new.c:5, old.c:5"},
    {"FortifiedCode",
     "#if _FORTIFY_SOURCE > 0\nstatic int k(void) { return <<1||2>>; }\n#else\n"
     "static int k(void) { return 1; }\n#endif\nint f(int x) { return x + k(); }",
     "inactive-code: new.c:2, old.c:2"},
    {"AMacroForCodeThatIsLeftOut",
     "#define K <<1||2>>\n#if _FORTIFY_SOURCE > 0\nint f(int x) { return x + K; }\n#else\n"
     "int f(int x) { return x + 1; }\n#endif",
     "inactive-code: new.c:1, old.c:1"},
    {"AnAttributeThatClangIgnores",
     "struct <<||__attribute__((scalar_storage_order(\"big-endian\")))>> s { int a; };\n"
     "int f(int x) { struct s v; v.a = x; return *(unsigned char *)&v; }",
     "ignored-by-clang: scalar_storage_order"},
    {"APragmaThatClangIgnores",
     "<<||\n#pragma GCC optimize(\"fast-math\")\n>>double f(double a, double b) { return (a + b) - a; }",
     "ignored-by-clang: optimize"},
    {"AQuestionToTheOptimiser",
     "static inline int g(int x) { return __builtin_constant_p(x) ? 1 : 2; }\nint f(int x) { return <<g(3)||2>>; }",
     "optimiser-answers"},
    {"ABitFieldWiderThanInt",
     "struct s { unsigned long long a : 40; };\n"
     "int f(int x) { struct s v; v.a = x; return <<v.a||(unsigned long long)v.a>> * 65536 > 0xffffffffff; }",
     "wide-bit-fields: s.a"},
    {"AnotherTypeOfResult", "<<unsigned||int>> f(int x) { return x; }", "declarations: f"},
    {"AnotherSignOfResult", "<<unsigned||signed>> char f(int x) { return x; }", "declarations: f"},
    {"AnotherTypeBehindAPointer", "static int v = -1;\n<<unsigned||int>> *f(int x) { v = x; return (void *)&v; }",
     "declarations: f"},
    {"MembersOfAResultInAnotherOrder",
     "struct s { int <<a, b||b, a>>; };\nstruct s f(int x) { struct s v = {x, 1}; return v; }", "declarations: f"},
    {"APromiseToHaveNoEffect",
     "static int n;\n<<||__attribute__((pure))>> static int g(int x) { n++; return x; }\n"
     "int f(int x) { g(x); return x; }",
     "declarations: g"},
    {"AProductAndASumInOneInstruction",
     "<<||__attribute__((target(\"fma\")))>> double f(double a, double b, double c) { return a * b + c; }",
     "declarations: f"},
    {"ACopyThatMayOverlap", "#include <string.h>\nint f(char *p) { <<memmove||memcpy>>(p + 1, p, 2); return p[1]; }",
     "defined-behaviour"},
    {"APromiseNotToGetNull",
     "<<||__attribute__((nonnull))>> static int g(int *p) { return p ? *p : 1; }\n"
     "int f(int x) { return g(x ? &x : 0); }",
     "ignored-by-clang: nonnull"},
};

class OtherCompilersTest : public testing::TestWithParam<CompilerCase> {};

bool isNamed(const json::Object &Document, llvm::StringRef Assumption) {
  return llvm::any_of(*Document.getArray("assumptions"),
                      [&](const json::Value &Code) { return Code.getAsString() == Assumption; });
}

json::Object verified(const CommandLine &At, const std::string &Text) {
  At.write("old.c", textOf(Text, Side::Old) + "\n");
  At.write("new.c", textOf(Text, Side::New) + "\n");
  return At.json("verify old.c new.c --entry f --time 8s", 0);
}

TEST_P(OtherCompilersTest, AreNamed) {
  CommandLine At;
  json::Object Document = verified(At, GetParam().Text);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_TRUE(isNamed(Document, GetParam().Assumption))
      << llvm::formatv("{0}", json::Value(std::move(*Document.getArray("assumptions")))).str();
}

INSTANTIATE_TEST_SUITE_P(Compilers, OtherCompilersTest, testing::ValuesIn(Cases),
                         [](const auto &Info) { return Info.param.Name; });

TEST(OtherCompilers, AreNotNamedWhereTheyDoTheSame) {
  CommandLine At;
  for (const char *Text :
       {"static int twice(int x) { return x * 2; }\nint f(int x) { return <<twice(x) + twice(x + 1)||twice(x + 1) + "
        "twice(x)>>; }",
        "#ifndef GUARD\n#define GUARD\nint f(int x) { return <<x + 0||x>>; }\n#endif",
        "#if 0\nint f(int x) { return <<1||2>>; }\n#endif\nint f(int x) { return x; }",
        "#ifdef __x86_64__\nint f(int x) { return <<x ^ 0||x>>; }\n#endif"}) {
    json::Object Document = verified(At, Text);
    for (const json::Value &Code : *Document.getArray("assumptions"))
      EXPECT_FALSE(llvm::is_contained({"evaluation-order", "inactive-code", "ignored-by-clang", "optimiser-answers",
                                       "declarations", "inline-definitions", "wide-bit-fields", "users-of-headers"},
                                      Code.getAsString()->split(':').first))
          << Text << "\n"
          << Code.getAsString()->str();
  }
}

TEST(OtherCompilers, CodeThatOurBuildLeavesOutIsNamedByCheck) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    std::string In(Version);
    At.write(In + "/config.h", "#ifndef __clang__\n#define FAST 1\n#endif\n");
    At.write(In + "/m.c", "#include <stdio.h>\n#include \"config.h\"\nint main(void) {\n#ifdef FAST\nputs(\"" + In +
                              "\");\n#endif\nreturn 0; }\n");
    At.write(In + "/Makefile", "m: m.c config.h\n\t$(CC) -o m m.c\n");
  }
  Ran Said = At.run("vernier check old new --build make --time 8s");
  EXPECT_NE(Said.Out.find("inactive-code: m.c:5"), std::string::npos) << Said.Out;
}

/// Two files, built with the given flags; what check says.
Ran checked(const CommandLine &At, const std::string &A, const std::string &B, const std::string &Flags = "",
            const std::string &Header = "") {
  for (auto [In, Which] : {std::pair("old", Side::Old), std::pair("new", Side::New)}) {
    std::string Place = std::string(In) + "/";
    At.write(Place + "a.c", textOf(A, Which) + "\n");
    At.write(Place + "b.c", textOf(B, Which) + "\n");
    At.write(Place + "a.h", textOf(Header, Which) + "\n");
    std::string Command;
    for (const char *File : {"a.c", "b.c"})
      Command += std::string(Command.empty() ? "[" : ", ") + R"({"directory": ")" +
                 (At.directory() / "work" / In).string() + R"(", "file": ")" + File + R"(", "command": "cc )" +
                 textOf(Flags, Which) + " -c " + File + R"("})";
    At.write(Place + "compile_commands.json", Command + "]\n");
  }
  return At.run("vernier check old new --time 8s");
}

TEST(OtherCompilers, ADefinitionThatOnlyOptimisersTakeIsNamed) {
  CommandLine At;
  for (const char *Kind : {"inline", "extern inline __attribute__((gnu_inline))"}) {
    Ran Said = checked(At,
                       std::string(Kind) + " int g(int x) { return x + <<1||3>>; }\n"
                                           "int main(int c, char **v) { return g(c); }",
                       "int g(int x) { return x + 2; }");
    EXPECT_NE(Said.Out.find("inline-definitions: g"), std::string::npos) << Said.Out;
  }
  Ran Said = checked(At, "inline int g(int x) { return x + 1; }\nint main(int c, char **v) { return g(c)<<+ 0||>>; }",
                     "int g(int x) { return x + 1; }");
  EXPECT_EQ(Said.Out.find("inline-definitions"), std::string::npos) << Said.Out;
}

TEST(OtherCompilers, MacrosOfAnotherLevelAreNamed) {
  CommandLine At;
  const char *Text = "int main(void) {\n#ifdef __OPTIMIZE__\nreturn 1;\n#endif\nreturn 0; }";
  Ran Said = checked(At, Text, "int g;", "<<-O0||-O2>>");
  EXPECT_NE(Said.Out.find("predefined-macros: __OPTIMIZE__"), std::string::npos) << Said.Out;
  Said = checked(At, Text, "int g;", "<<-O1||-O2>>");
  EXPECT_EQ(Said.Out.find("predefined-macros"), std::string::npos) << Said.Out;
}

TEST(OtherCompilers, OptionsThatClangIgnoresAreCompared) {
  CommandLine At;
  Ran Said = checked(At, "int main(int c, char **v) { return sizeof(1.0 * c); }", "int g;",
                     "<<||-fsingle-precision-constant>>");
  EXPECT_EQ(Said.Code, 4) << Said.Out;
  EXPECT_NE(Said.Out.find("-fsingle-precision-constant in the new version only"), std::string::npos) << Said.Out;
}

TEST(Libraries, ChangedHeadersAreNamed) {
  CommandLine At;
  for (const char *Header : {"#define LIMIT <<10||20>>", "static inline int limit(void) { return <<10||20>>; }",
                             "enum e { A, <<B, C||C, B>> };"}) {
    Ran Said = checked(At, "#include \"a.h\"\nint f(int x) { return x; }", "int g;", "", Header);
    EXPECT_NE(Said.Out.find("users-of-headers: a.h:1"), std::string::npos) << Said.Out;
  }
  Ran Said = checked(At, "#include \"a.h\"\nint main(int c, char **v) { return c; }", "int g;", "",
                     "#define LIMIT <<10||20>>");
  EXPECT_EQ(Said.Out.find("users-of-headers"), std::string::npos) << Said.Out;
}

TEST(Libraries, OtherTypesOfVariablesAreNamed) {
  CommandLine At;
  Ran Said = checked(At, "int f(int x) { return x; }", "<<unsigned||int>> g = 1;");
  EXPECT_NE(Said.Out.find("declarations: g"), std::string::npos) << Said.Out;
}

TEST(MovedMembers, HaveNoCommonInput) {
  CommandLine At;
  const char *Text = "struct s { int <<a, b||b, a>>; };\nint f(struct s *p) { return p->a; }";
  At.write("old.c", textOf(Text, Side::Old) + "\n");
  At.write("new.c", textOf(Text, Side::New) + "\n");
  Ran Said = At.run("vernier verify old.c new.c --entry f --time 8s");
  EXPECT_EQ(Said.Code, 3) << Said.Out;
  EXPECT_NE((Said.Out + Said.Err).find("laid out differently"), std::string::npos) << Said.Out << Said.Err;
}

/// An error of LLVM ended the process with the exit code of a difference.
TEST(ErrorsOfLinking, AreNoFinding) {
  CommandLine At;
  Ran Said = checked(At, "#include <wchar.h>\nint main(int c, char **v) { return sizeof(wchar_t) + c * 0; }", "int g;",
                     "<<||-fshort-wchar>>");
  EXPECT_NE(Said.Out.find("verdict"), std::string::npos) << Said.Out << Said.Err;
}

TEST(NamedDocumentation, IsNotLeftOut) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    std::string In(Version);
    At.write(In + "/m.c", "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"docs/help.txt\", \"r\");\n"
                          "return f ? fgetc(f) : 0; }\n");
    At.write(In + "/docs/help.txt", In);
    At.write(In + "/docs/other.txt", In);
    At.write(In + "/Makefile", "m: m.c\n\t$(CC) -o m m.c\n");
  }
  Ran Said = At.run("vernier check old new --build make --time 8s");
  EXPECT_EQ(Said.Code, 4) << Said.Out;
  EXPECT_NE(Said.Out.find("docs/help.txt (modified): the program names it"), std::string::npos) << Said.Out;
  EXPECT_NE(Said.Out.find("docs/other.txt (modified): documentation"), std::string::npos) << Said.Out;
}

} // namespace
