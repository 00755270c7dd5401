#include "versions/Sandbox.h"

#include "bitcode/Locations.h"
#include "project/Hash.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

using Files = Sandbox;

namespace {

const char *Adder = "int add(int a, int b) { return a + b; }\n";
const char *User = "int add(int, int);\nint main(void) { return add(1, 2); }\n";

/// Every location with a file opens below the program's root.
void expectSourcesOpen(const Program &P) {
  unsigned Checked = 0;
  for (const llvm::Function &F : P.module())
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (auto Where = locationOf(I)) {
        std::string Path = (std::filesystem::path(P.SourceRoot) / Where->File).string();
        EXPECT_TRUE(std::filesystem::is_regular_file(Path)) << Path;
        ++Checked;
      }
  EXPECT_GT(Checked, 0u);
}

std::string printed(const Program &P) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  P.module().print(Stream, nullptr);
  return Text;
}

} // namespace

TEST_F(Files, OneFileBecomesAProgram) {
  write("a.c", User);
  auto Built = build("a.c");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), std::set<std::string>{"main"});
  EXPECT_EQ(fileOfFunction(*Built, "main"), "a.c");
  EXPECT_EQ(Built->label(), "a.c");
  EXPECT_FALSE(Built->Link.CPlusPlus);
  expectSourcesOpen(*Built);
}

TEST_F(Files, SeveralFilesAreLinked) {
  write("old/lib/add.c", Adder);
  write("old/main.c", User);
  auto Built = build("old/main.c,old/lib/add.c");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"add", "main"}));
  EXPECT_EQ(fileOfFunction(*Built, "add"), "lib/add.c");
  EXPECT_EQ(fileOfFunction(*Built, "main"), "main.c");
  EXPECT_EQ(Built->SourceRoot, path("old"));
  expectSourcesOpen(*Built);
}

TEST_F(Files, LocationsInHeadersAreRelativeToTheRootToo) {
  write("old/inc/h.h", "static inline int twice(int x) { return x + x; }\n");
  write("old/src/a.c", "#include \"../inc/h.h\"\nint f(int x) { return twice(x); }\n");
  write("old/b.c", "int g(void) { return 1; }\n");
  auto Built = build("old/src/a.c,old/b.c");
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_EQ(fileOfFunction(*Built, "twice"), "inc/h.h");
  expectSourcesOpen(*Built);
}

TEST_F(Files, NamesAndPlacesOfTheFilesMakeNoDifference) {
  const char *Text = "#include <assert.h>\n#include \"h.h\"\nconst char *file(void) { return __FILE__ \" \" "
                     "__BASE_FILE__ \" \" __DATE__ __TIME__ __TIMESTAMP__; }\nvoid f(int x) { assert(x); }\n";
  write("old/one.c", Text);
  write("old/h.h", "static inline const char *header(void) { return __FILE__; }\n");
  write("new/two.c", Text);
  write("new/h.h", "static inline const char *header(void) { return __FILE__; }\n");
  auto Old = build("old/one.c"), New = build("new/two.c");
  ASSERT_TRUE(Old && New);
  // Only the debug information may know the names.
  llvm::StripDebugInfo(Old->module());
  llvm::StripDebugInfo(New->module());
  EXPECT_EQ(printed(*Old), printed(*New));
  EXPECT_TRUE(mentions(*Old, "source0.c"));
  EXPECT_FALSE(mentions(*Old, "one.c"));
}

TEST_F(Files, CPlusPlusWithAClass) {
  write("a.cpp",
        "struct Shape { virtual ~Shape() {} virtual int area() const = 0; };\n"
        "struct Square : Shape { int Side; Square(int S) : Side(S) {} int area() const override { return Side * "
        "Side; } };\nint f(int n) { Square s(n); const Shape &t = s; return t.area(); }\n");
  auto Built = build("a.cpp");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_TRUE(definedFunctions(*Built).contains("Square::area() const"));
  EXPECT_TRUE(Built->Link.CPlusPlus);
}

TEST_F(Files, OptionsForPlainFiles) {
  write("inc/value.h", "#define VALUE 42\n");
  write("a.c", "#include \"value.h\"\nint f(void) { return VALUE + EXTRA; }\n");
  Options.CompilerOptions = {"-Iinc", "-DEXTRA=1"};
  Options.LinkOptions = {"-lm"};
  auto Built = build("a.c");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(Built->Link.Arguments, std::vector<std::string>{"-lm"});
}

TEST_F(Files, CompilerErrorsAreShownAsClangPrintsThem) {
  write("good.c", Adder);
  write("sub/bad.c", "int f(void) {\n  return x;\n}\n");
  Error Why = errorOf("good.c,sub/bad.c");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("'sub/bad.c'"), std::string::npos) << Why.Message;
  EXPECT_TRUE(Why.Output.starts_with("sub/bad.c:2:10: error: use of undeclared identifier 'x'")) << Why.Output;
}

TEST_F(Files, DefinedTwiceNamesBothFiles) {
  write("a.c", "int f(void) { return 1; }\n");
  write("b.c", "int f(void) { return 2; }\n");
  Error Why = errorOf("a.c,b.c");
  EXPECT_NE(Why.Message.find("'f' is defined twice, in 'a.c' and in 'b.c'"), std::string::npos) << Why.Message;
}

TEST_F(Files, StaticFunctionsOfTheSameNameAreNotDefinedTwice) {
  write("a.c", "static int f(void) { return 1; }\nint a(void) { return f(); }\n");
  write("b.c", "static int f(void) { return 2; }\nint b(void) { return f(); }\n");
  auto Built = build("a.c,b.c");
  ASSERT_TRUE(Built) << Built.error().Message;
  std::set<std::string> Ids;
  for (const llvm::Function &F : Built->module())
    Ids.insert(stableId(F));
  EXPECT_EQ(Ids, (std::set<std::string>{"a", "b", "a.c:f", "b.c:f"}));
}

TEST_F(Files, AVersionWithoutAFunctionIsRefused) {
  write("a.c", "int x = 1;\n");
  EXPECT_NE(errorOf("a.c").Message.find("defines no function"), std::string::npos);
}

TEST_F(Files, BitcodeFilesAreVersions) {
  write("a.c", User);
  shell("clang-19 -g -c -emit-llvm a.c -o a.bc && clang-19 -S -emit-llvm a.c -o a.ll && cp a.bc renamed");
  auto Built = build("a.bc");
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_TRUE(Built->Warnings.empty());
  EXPECT_EQ(Statistics.CompilerProcesses, 0u);
  EXPECT_TRUE(build("renamed"));
  auto NoDebug = build("a.ll");
  ASSERT_TRUE(NoDebug) << NoDebug.error().Message;
  ASSERT_EQ(NoDebug->Warnings.size(), 1u);
  EXPECT_NE(NoDebug->Warnings[0].find("no debug information"), std::string::npos);
}

TEST_F(Files, BitcodeThatCannotBeReadSaysWhichLlvmIsNeeded) {
  write("a.c", User);
  shell("clang-19 -c -emit-llvm a.c -o a.bc && head -c 200 a.bc > cut.bc");
  write("newer.ll", "define void @f() {\n  frobnicate i32 1\n  ret void\n}\n");
  for (const char *Name : {"cut.bc", "newer.ll"}) {
    Error Why = errorOf(Name);
    EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
    EXPECT_NE(Why.Message.find(Name), std::string::npos) << Why.Message;
    EXPECT_NE(Why.Message.find("LLVM 19 or older"), std::string::npos) << Why.Message;
  }
}
