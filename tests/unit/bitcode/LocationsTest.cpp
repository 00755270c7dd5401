#include "bitcode/Locations.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>

using namespace vernier;
using namespace vernier::test;

TEST(Locations, EveryStoreKeepsItsSourceLine) {
  Program P = compileText("int f(int x) {\n  int y = x;\n  y = y + 1;\n  return y;\n}\n", "dir/a.c");
  const llvm::Function *F = P.module().getFunction("f");
  ASSERT_TRUE(F);
  EXPECT_EQ(locationOf(*F), (Location{"dir/a.c", 1, 0, "f"}));
  std::set<unsigned> Lines;
  for (const llvm::Instruction &I : llvm::instructions(*F))
    if (llvm::isa<llvm::StoreInst>(I))
      if (auto Where = locationOf(I))
        Lines.insert(Where->Line);
  EXPECT_EQ(Lines, (std::set<unsigned>{2, 3, 4})); // the return statement stores into its slot
}

TEST(Locations, InternalFunctionsAreNamedByFile) {
  Program P = compileText("static int g(void) { return 1; }\nint f(void) { return g(); }\n", "a.c");
  EXPECT_EQ(stableId(*P.module().getFunction("g")), "a.c:g");
  EXPECT_EQ(stableId(*P.module().getFunction("f")), "f");
  EXPECT_EQ(stableId(P.module().getFunction("f")->getEntryBlock().front()), "f#0");
}

TEST(Locations, CxxNamesAreReadable) {
  Program P =
      compileText("namespace n { struct S { int m(int) const; }; int S::m(int x) const { return x; } }", "a.cpp");
  EXPECT_EQ(sourceName(*P.module().getFunction("_ZNK1n1S1mEi")), "n::S::m(int) const");
}
