#include "analysis/ProgramAnalysis.h"

#include "AnalysisFixture.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Measured {
  explicit Measured(const std::string &Text) : P(compileText(Text)), Analysis(P) {}
  Names writes(const std::string &Function) const {
    return namesOf(Analysis.pointers().objects(), Analysis.modRef().of(*P.module().getFunction(Function)).Writes);
  }
  Names reads(const std::string &Function) const {
    return namesOf(Analysis.pointers().objects(), Analysis.modRef().of(*P.module().getFunction(Function)).Reads);
  }
  Names lineWrites(const std::string &Function, unsigned Line) const {
    Names Result;
    for (const llvm::Instruction *I : at(P, Function, Line))
      Result.merge(namesOf(Analysis.pointers().objects(), Analysis.modRef().whole(*I).Writes));
    return Result;
  }
  Program P;
  ProgramAnalysis Analysis;
};

} // namespace

TEST(ModRef, FunctionsIncludeTheirCallees) {
  Measured M("struct S { int a, b; } s; int g, h; static void set(int *p) { *p = 1; } static void both(void) { "
             "set(&g); s.b = h; }\n"
             "int main(void) { both(); int mine = 2; return mine; }");
  EXPECT_EQ(M.writes("set"), (Names{"g"}));
  EXPECT_EQ(M.writes("both"), (Names{"g", "s+4"}));
  EXPECT_EQ(M.writes("main"), (Names{"g", "s+4"})); // its own locals are nobody else's business
  EXPECT_EQ(M.reads("both"), (Names{"h"}));
}

TEST(ModRef, StreamsAreMemory) {
  Measured M("#include <stdio.h>\n"
             "int main(void) {\n  printf(\"a\");\n  fputs(\"b\", stderr);\n  int c = getchar();\n  FILE *f = "
             "fopen(\"x\", \"w\");\n"
             "  fprintf(f, \"%d\", c);\n  return 0;\n}");
  EXPECT_EQ(M.lineWrites("main", 3), (Names{"<stdout>", "<errno>"}));
  EXPECT_EQ(M.lineWrites("main", 4), (Names{"<stderr>", "<errno>"}));
  Names Input = M.lineWrites("main", 5);
  EXPECT_TRUE(Input.contains("<stdin>")); // the position in the input is state
  Names File = M.lineWrites("main", 7);
  EXPECT_TRUE(File.contains("<files>"));
  EXPECT_FALSE(File.contains("<stdout>"));
}

TEST(ModRef, RearrangedDescriptorsMakeAllStreamsOne) {
  Measured M("#include <stdio.h>\n#include <unistd.h>\n"
             "int main(void) {\n  dup2(2, 1);\n  printf(\"a\");\n  return 0;\n}");
  Names Written = M.lineWrites("main", 5);
  EXPECT_TRUE(Written.contains("<stderr>") && Written.contains("<stdout>") && Written.contains("<files>"));
}

TEST(ModRef, SizesOfCopiesAreUsed) {
  Measured M("#include <string.h>\nstruct S { int a; int b; int c; };\n"
             "int main(void) {\n  struct S s, t;\n  t.a = t.b = t.c = 1;\n  memcpy(&s, &t, 8);\n  memset(&s.c, 0, "
             "sizeof s.c);\n  return s.a;\n}");
  EXPECT_EQ(M.lineWrites("main", 6), (Names{"main.s", "main.s+4"}));
  EXPECT_EQ(M.lineWrites("main", 7), (Names{"main.s+8"}));
}

TEST(ModRef, UnknownFunctionsTouchWhatEscaped) {
  Measured M(
      "void unknown(int *); int shared, secret; int main(void) {\n  int x = 0, y = 0;\n  unknown(&x);\n  shared = 1;\n"
      "  return x + y + secret;\n}");
  const llvm::Instruction *Call = nullptr;
  for (const llvm::Instruction *I : at(M.P, "main", 3))
    if (llvm::isa<llvm::CallBase>(I))
      Call = I;
  ASSERT_TRUE(Call);
  CellSet Written = M.Analysis.pointers().expanded(M.Analysis.modRef().whole(*Call).Writes);
  Names Cells = namesOf(M.Analysis.pointers().objects(), Written);
  EXPECT_TRUE(Cells.contains("main.x") && Cells.contains("<stdout>"));
  EXPECT_FALSE(Cells.contains("main.y") || Cells.contains("secret"));
  EXPECT_TRUE(M.Analysis.modRef().isOutput(*llvm::cast<llvm::CallBase>(Call)));
}

TEST(ModRef, VariableArgumentsAreMemory) {
  Measured M("#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); "
             "return r; }\n"
             "int main(void) { return f(1, 2); }");
  EXPECT_TRUE(M.writes("main").contains("f(...)"));
  EXPECT_TRUE(M.reads("f").contains("f(...)"));
}

TEST(ModRef, LocalsWhoseAddressLeavesAreNotPrivate) {
  Measured M("static int *keep; static void f(int *p) { *p = 1; } int main(void) { int a, b, c; f(&a); keep = &b; int "
             "*q = &c; *q = 2; return a; }");
  auto Private = [&](const std::string &Name) {
    const Objects &Memory = M.Analysis.pointers().objects();
    for (CellId Cell = 0; Cell != Memory.cellCount(); ++Cell)
      if (Memory.name(Cell) == Name)
        return M.Analysis.modRef().isPrivate(Memory.objectOf(Cell));
    ADD_FAILURE() << Name;
    return false;
  };
  EXPECT_FALSE(Private("main.a"));
  EXPECT_FALSE(Private("main.b"));
  EXPECT_TRUE(Private("main.c"));
}
