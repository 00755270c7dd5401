#include "analysis/Effects.h"

#include "AnalysisFixture.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

TEST(Effects, TheTableIsWellFormedAndLarge) {
  EXPECT_GE(knownLibraryFunctions(), 400u); // parsing asserts that each row is well-formed and no name occurs twice
}

TEST(Effects, NotationIsRead) {
  auto E = parseEffect("r1[2] w0[2] copy0<1[2] ret=0 >errno <g:optind put1~0 call3(0,1) R2+");
  ASSERT_TRUE(E);
  ASSERT_EQ(E->Reads.size(), 2u);
  EXPECT_EQ(E->Reads[0].Argument, 1u);
  EXPECT_EQ(E->Reads[0].SizeArgument, 2);
  EXPECT_EQ(E->Reads[1].How, Effect::Depth::Reachable);
  EXPECT_TRUE(E->Reads[1].AndFollowing);
  EXPECT_EQ(E->Writes.size(), 1u);
  EXPECT_EQ(E->Returns.at(0).Kind, Effect::Pointer::Same);
  EXPECT_EQ(E->StateWrites.at(0), LibraryState::Errno);
  EXPECT_EQ(E->GlobalReads.at(0), "optind");
  EXPECT_EQ(E->Puts.at(0).What.Kind, Effect::Pointer::Into);
  EXPECT_EQ(E->Callbacks.at(0).Passes.size(), 2u);
  for (const char *Bad : {"q0", "r", "ret=", "copy0", "<nowhere", "keep0", "call1", "r0x", "fmt"})
    EXPECT_FALSE(parseEffect(Bad)) << Bad;
}

TEST(Effects, EveryRowMeansSomethingOnACall) {
  const Effect *Copy = libraryEffect("__memcpy_chk");
  ASSERT_TRUE(Copy);
  EXPECT_EQ(Copy->Copies.size(), 1u);
  EXPECT_TRUE(libraryEffect("exit")->NeverReturns);
  EXPECT_TRUE(libraryEffect("error")->MayNotReturn);
  EXPECT_TRUE(libraryEffect("printf")->Output);
  EXPECT_FALSE(libraryEffect("frobnicate"));
}

TEST(Effects, FormatsThatWriteAreNoticed) {
  Program P = compileText("#include <stdio.h>\nvoid f(char *s, int *n) {\n  printf(\"%d%%n %5.2f\", 1, 2.0);\n  "
                          "printf(\"%hn\", (short *)n);\n"
                          "  printf(s);\n}");
  std::vector<bool> Reads;
  for (unsigned Line : {3u, 4u, 5u})
    for (const llvm::Instruction *I : at(P, "f", Line))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(I);
          Call && Call->getCalledFunction()->getName() == "printf")
        Reads.push_back(formatOnlyReads(*Call, 0));
  EXPECT_EQ(Reads, (std::vector<bool>{true, false, false}));
}

TEST(Effects, ScanningThatAllocatesIsUnknown) {
  Program P = compileText(
      "#include <stdio.h>\nint main(int c, char **v) { char *s = 0; int n; char b[9];\n"
      "  sscanf(v[1], \"%d%8s\", &n, b);\n  sscanf(v[1], \"%ms\", &s);\n  sscanf(v[1], v[2], &n);\n  return n; }");
  PointsTo Pointers(P.module(), {});
  std::vector<bool> Unknown;
  for (unsigned Line : {3u, 4u, 5u})
    for (const llvm::Instruction *I : at(P, "main", Line))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(I);
          Call && Call->getCalledFunction()->getName().contains("sscanf"))
        Unknown.push_back(Pointers.callees(*Call).Unknown);
  EXPECT_EQ(Unknown, (std::vector<bool>{false, true, true}));
  EXPECT_TRUE(held(Pointers, P, "main", "s").contains("<unknown>"));
}
