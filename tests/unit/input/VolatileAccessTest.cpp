// Which volatile accesses are accesses to memory.

#include "input/VolatileAccess.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// The kind of the volatile accesses in f, which are all of one kind.
VolatileKind kindIn(const std::string &Text) {
  Program P = compileText(Text, "t.c");
  VolatileAccesses Accesses(P.module());
  VolatileKind Result = VolatileKind::None;
  for (const llvm::Instruction &I : llvm::instructions(*P.module().getFunction("f")))
    if (VolatileKind Kind = Accesses.kindOf(I); Kind != VolatileKind::None) {
      EXPECT_TRUE(Result == VolatileKind::None || Result == Kind) << Text;
      Result = Kind;
    }
  return Result;
}

const std::string Handler = "void (*signal(int, void (*)(int)))(int);\nvolatile int v; int w;\n";

} // namespace

TEST(VolatileAccess, OfVariablesAndParametersIsMemory) {
  EXPECT_EQ(kindIn("int v; int f(void) { return v; }"), VolatileKind::None);
  EXPECT_EQ(kindIn("volatile int v; int f(void) { return v++; }"), VolatileKind::Memory);
  EXPECT_EQ(kindIn("volatile int v[5]; int f(int x) { return v[x]; }"), VolatileKind::Memory);
  EXPECT_EQ(kindIn("int f(volatile int *p) { return *p; }"), VolatileKind::Memory);
  EXPECT_EQ(kindIn("volatile struct { int a[20]; } s, t; void f(void) { s = t; }"), VolatileKind::Memory);
  // SIG_IGN and MAP_FAILED are marks.
  EXPECT_EQ(kindIn("void *m = (void *)-1, *n = (void *)1; int f(volatile int *p) { return *p; }"),
            VolatileKind::Memory);
}

TEST(VolatileAccess, OfALocalThatNobodyKnowsIsPrivate) {
  EXPECT_EQ(kindIn("int f(int x) { volatile int v = x; return v; }"), VolatileKind::Private);
  EXPECT_EQ(kindIn("void g(volatile int *); int f(int x) { volatile int v = x; g(&v); return v; }"),
            VolatileKind::Memory);
}

TEST(VolatileAccess, ThroughAnIntegerIsADevice) {
  EXPECT_EQ(kindIn("int f(void) { return *(volatile int *)0x40001000; }"), VolatileKind::Device);
  EXPECT_EQ(kindIn("int f(void) { return *(volatile int *)0; }"), VolatileKind::Device);
  EXPECT_EQ(kindIn("int f(unsigned long a) { return *(volatile int *)(a + 4); }"), VolatileKind::Device);
  EXPECT_EQ(kindIn("static volatile int *const r = (int *)0x40001000; int f(void) { return *r; }"),
            VolatileKind::Device);
  EXPECT_EQ(kindIn("struct s { int *p; } t[2] = {{0}, {(int *)0x40001000}}; int f(int x) { return *(volatile int "
                   "*)t[x].p; }"),
            VolatileKind::Device);
  EXPECT_EQ(kindIn("void g(unsigned long a) { *(int *)a = 0; } int f(volatile int *p) { return *p; }"),
            VolatileKind::Device);
  // An address that was rounded stays one.
  EXPECT_EQ(kindIn("char *g(char *a) { return (char *)((unsigned long)a & ~7ul); } int f(volatile int *p) { return "
                   "*p; }"),
            VolatileKind::Memory);
}

TEST(VolatileAccess, OfWhatAHandlerMayWriteIsDisturbed) {
  const std::string Read = "int f(void) { return v; }";
  EXPECT_EQ(kindIn(Handler + "void h(int s) { v = s; } void i(void) { signal(2, h); }" + Read),
            VolatileKind::Disturbed);
  EXPECT_EQ(kindIn(Handler + "void g(int s) { v = s; } void h(int s) { g(s); } void i(void) { signal(2, h); }" + Read),
            VolatileKind::Disturbed);
  EXPECT_EQ(kindIn(Handler + "volatile int *p = &v; void h(int s) { *p = s; } void i(void) { signal(2, h); }" + Read),
            VolatileKind::Disturbed);
  EXPECT_EQ(kindIn(Handler + "void h(int s) { w = v; } void i(void) { signal(2, h); v = 1; }" + Read),
            VolatileKind::Memory);
  EXPECT_EQ(kindIn(Handler + "void h(int s) { w = s; } void i(void) { signal(2, h); } int f(volatile int *p) { return "
                             "*p; }"),
            VolatileKind::Disturbed);
}
