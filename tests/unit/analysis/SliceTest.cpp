#include "SlicedText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Böhme 2014, figure 2.1, line by line; the program starts on line 1.
std::string runningExample(const std::string &Two, const std::string &Six, const std::string &Ten) {
  return "int main(void) { extern int scanf(const char *, ...), printf(const char *, ...); int i, j, a, b, o; "
         "scanf(\"%d%d\", &i, &j);\n" +
         Two + "\n  b = 0;\n  o = 0;\n  if (a > 0) {\n" + Six + "\n    o = 1;\n  }\n  if (b > 0)\n" + Ten +
         "\n  printf(\"%d\", o);\n  return 0; }\n";
}

} // namespace

TEST(Slice, Figure23Old) {
  Sliced S(runningExample("a = i;", "b = j;", "o = 2;"));
  EXPECT_EQ(S.forward(2), (Lines{2, 5, 6, 7, 9, 10, 11}));
  EXPECT_EQ(S.backward(2), (Lines{1, 2}));
  EXPECT_EQ(S.forward(6), (Lines{6, 9, 10, 11}));
  EXPECT_EQ(S.backward(6), (Lines{1, 2, 5, 6}));
  EXPECT_EQ(S.forward(10), (Lines{10, 11}));
  EXPECT_EQ(S.backward(10), (Lines{1, 2, 3, 5, 6, 9, 10}));
}

TEST(Slice, Figure23New) {
  Sliced S(runningExample("a = i + 1;", "b = j + 1;", "o = o + 1;"));
  EXPECT_EQ(S.forward(2), (Lines{2, 5, 6, 7, 9, 10, 11}));
  EXPECT_EQ(S.backward(2), (Lines{1, 2}));
  EXPECT_EQ(S.forward(6), (Lines{6, 9, 10, 11}));
  EXPECT_EQ(S.backward(6), (Lines{1, 2, 5, 6}));
  EXPECT_EQ(S.forward(10), (Lines{10, 11}));
  EXPECT_EQ(S.backward(10), (Lines{1, 2, 3, 4, 5, 6, 7, 9, 10}));
}

TEST(Slice, CallsAndReturnsMatch) {
  Sliced S("static int same(int x) {\n"    // 1
           "  return x;\n"                 // 2
           "}\n"                           // 3
           "int main(int c, char **v) {\n" // 4
           "  int a = c + 1;\n"            // 5
           "  int b = c + 2;\n"            // 6
           "  int p = same(a);\n"          // 7
           "  int q = same(b);\n"          // 8
           "  if (p)\n"                    // 9
           "    return q;\n"               // 10
           "  return 0;\n"                 // 11
           "}\n");
  Lines P = S.backward(9);
  EXPECT_TRUE(P.contains(5) && P.contains(7) && P.contains(2));
  EXPECT_FALSE(P.contains(6) || P.contains(8));
  Lines FromB = S.forward(6);
  EXPECT_TRUE(FromB.contains(8) && FromB.contains(2) && FromB.contains(10));
  EXPECT_FALSE(FromB.contains(7) || FromB.contains(9));
}

TEST(Slice, WhatLiesBehindACallThatMayExitDependsOnIt) {
  Sliced S("#include <stdlib.h>\n"         // 1
           "static void check(int x) {\n"  // 2
           "  if (x < 0)\n"                // 3
           "    exit(1);\n"                // 4
           "}\n"                           // 5
           "int g;\n"                      // 6
           "int main(int c, char **v) {\n" // 7
           "  int y = c - 2;\n"            // 8
           "  int z = c;\n"                // 9
           "  check(y);\n"                 // 10
           "  g = 1;\n"                    // 11
           "  return z;\n"                 // 12
           "}\n");
  EXPECT_EQ(S.backward(11), (Lines{3, 4, 8, 10, 11}));
}

TEST(Slice, MemoryThroughFunctions) {
  Sliced S("#include <stdlib.h>\n"                               // 1
           "struct node { int v; struct node *next; };\n"        // 2
           "static struct node *push(struct node *h, int v) {\n" // 3
           "  struct node *n = malloc(sizeof *n);\n"             // 4
           "  n->v = v;\n"                                       // 5
           "  n->next = h;\n"                                    // 6
           "  return n;\n"                                       // 7
           "}\n"                                                 // 8
           "int main(int c, char **v) {\n"                       // 9
           "  int dead = c * 3;\n"                               // 10
           "  struct node *l = push(0, c);\n"                    // 11
           "  l = push(l, c + 1);\n"                             // 12
           "  return l->v;\n"                                    // 13
           "}\n");
  Lines L = S.backward(13);
  for (unsigned Line : {4u, 5u, 7u, 11u, 12u, 13u})
    EXPECT_TRUE(L.contains(Line)) << Line;
  EXPECT_FALSE(L.contains(10));
}

TEST(Slice, SwitchGotoAndLoops) {
  Sliced S("int main(int c, char **v) {\n" // 1
           "  int x = 0;\n"                // 2
           "  int y = 5;\n"                // 3
           "again:\n"                      // 4
           "  switch (c) {\n"              // 5
           "  case 1:\n"                   // 6
           "    x = 1;\n"                  // 7
           "    break;\n"                  // 8
           "  case 2:\n"                   // 9
           "    c--;\n"                    // 10
           "    goto again;\n"             // 11
           "  default:\n"                  // 12
           "    y = 2;\n"                  // 13
           "  }\n"                         // 14
           "  int r = x;\n"                // 15
           "  return y;\n"                 // 16
           "}\n");
  Lines R = S.backward(15);
  EXPECT_TRUE(R.contains(2) && R.contains(7) && R.contains(5) && R.contains(10));
  EXPECT_FALSE(R.contains(3) || R.contains(13));
}

TEST(Slice, StrongUpdatesEndOldValues) {
  Sliced S("int g;\n"                      // 1
           "struct S { int a, b; };\n"     // 2
           "int main(int c, char **v) {\n" // 3
           "  struct S s;\n"               // 4
           "  s.a = c;\n"                  // 5
           "  s.b = c + 1;\n"              // 6
           "  s.a = 3;\n"                  // 7
           "  g = c;\n"                    // 8
           "  g = 4;\n"                    // 9
           "  int r = s.a + g;\n"          // 10
           "  return r;\n"                 // 11
           "}\n");
  EXPECT_EQ(S.backward(10), (Lines{7, 9, 10}));
}

TEST(Slice, SignalHandlersWriteAtAnyTime) {
  Sliced S("#include <signal.h>\n"                // 1
           "static volatile sig_atomic_t stop;\n" // 2
           "static void handler(int n) {\n"       // 3
           "  stop = n;\n"                        // 4
           "}\n"                                  // 5
           "int main(void) {\n"                   // 6
           "  signal(SIGINT, handler);\n"         // 7
           "  stop = 0;\n"                        // 8
           "  while (!stop)\n"                    // 9
           "    ;\n"                              // 10
           "  return 0;\n"                        // 11
           "}\n");
  EXPECT_TRUE(S.backward(9).contains(4));
}

TEST(Slice, LongjmpLeadsBehindSetjmp) {
  Sliced S("#include <setjmp.h>\n"         // 1
           "static jmp_buf env;\n"         // 2
           "static void leave(int x) {\n"  // 3
           "  if (x)\n"                    // 4
           "    longjmp(env, x);\n"        // 5
           "}\n"                           // 6
           "int main(int c, char **v) {\n" // 7
           "  volatile int n = 0;\n"       // 8
           "  int r = setjmp(env);\n"      // 9
           "  if (r == 0) {\n"             // 10
           "    n = 7;\n"                  // 11
           "    leave(c);\n"               // 12
           "  }\n"                         // 13
           "  return n + r;\n"             // 14
           "}\n");
  Lines L = S.backward(14);
  for (unsigned Line : {4u, 5u, 8u, 9u, 11u, 12u})
    EXPECT_TRUE(L.contains(Line)) << Line;
}

TEST(Slice, DebugAndLifetimeNeverAppear) {
  Sliced S(runningExample("a = i;", "b = j;", "o = 2;"));
  Slice FromInput = S.Analysis.forwardSlice(instructionsAt(S.P.module(), "test.c", 1));
  EXPECT_FALSE(FromInput.instructions().empty());
  for (const llvm::Instruction *I : FromInput.instructions())
    EXPECT_FALSE(hasNoMeaning(*I));
}

TEST(Slice, HandlersThatAreHandedBackAreCalled) {
  Sliced S("#include <signal.h>\n"              // 1
           "static int g;\n"                    // 2
           "static void handler(int n) {\n"     // 3
           "  g = n;\n"                         // 4
           "}\n"                                // 5
           "int main(void) {\n"                 // 6
           "  struct sigaction a = {0}, old;\n" // 7
           "  a.sa_handler = handler;\n"        // 8
           "  sigaction(SIGINT, &a, 0);\n"      // 9
           "  sigaction(SIGINT, 0, &old);\n"    // 10
           "  g = 0;\n"                         // 11
           "  old.sa_handler(1);\n"             // 12
           "  return g;\n"                      // 13
           "}\n");
  bool Calls = false;
  for (const CallGraph::Site &Site : S.Analysis.calls().callsFrom(*S.P.module().getFunction("main")))
    Calls |= Site.Callee->getName() == "handler" && !Site.Indirectly;
  EXPECT_TRUE(Calls);
  EXPECT_TRUE(S.backward(13).contains(4));
}

TEST(Slice, AChangedJumpAffectsWhatItLeadsTo) {
  Sliced S("int main(int c, char **v) {\n" // 1
           "  int n = 0;\n"                // 2
           "  while (c-- > 0) {\n"         // 3
           "    if (c == 3)\n"             // 4
           "      break;\n"                // 5
           "    n = 7;\n"                  // 6
           "  }\n"                         // 7
           "  int m = 2;\n"                // 8
           "  return n + m;\n"             // 9
           "}\n");
  Lines Affected = linesOf(S.Analysis.affectedBy(instructionsAt(S.P.module(), "test.c", 5)));
  EXPECT_TRUE(Affected.contains(5) && Affected.contains(9));
}
