// Variable arguments in the bounded proof, and what reads more than a byte of standard input.

#include "Prove.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

const std::string Sum =
    "#include <stdarg.h>\n#include <stdio.h>\n"
    "static long sum(int n, ...) { va_list l; va_start(l, n); long s = 0; for (int i = 0; i < n; i++) "
    "s = 3 * s + va_arg(l, int); va_end(l); return s; }\n";

std::string logging(const std::string &Body) {
  return "#include <stdarg.h>\n#include <stdio.h>\n"
         "static int count;\n"
         "static void note(const char *text, ...) { va_list l; va_start(l, text); count++; vprintf(text, l); "
         "va_end(l); }\n"
         "int f(int x, double d, const char *s) { " +
         Body + " return count; }";
}

ProofOptions standardInput(unsigned Length) {
  ProofOptions Options;
  Options.Input.Entry = "main";
  Options.Input.Stdin = Length;
  Options.Bound = 8;
  return Options;
}

std::string program(const std::string &Body) {
  return "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) { " + Body +
         " }";
}

} // namespace

TEST(ArgumentLists, AreReadInTheirOrder) {
  Proof Equal = prove(Sum + "long f(int a, int b) { return sum(3, a, 2, b); }",
                      Sum + "long f(int a, int b) { return 9L * a + 6 + b; }");
  EXPECT_TRUE(Equal.equal()) << Equal.text();
  Proof Other = prove(Sum + "long f(int a, int b) { return sum(3, a, 2, b); }",
                      Sum + "long f(int a, int b) { return sum(3, b, 2, a); }");
  EXPECT_TRUE(Other.different()) << Other.text();
}

TEST(ArgumentLists, GoOnBehindTheRegisters) {
  std::string Many = "long f(int a, int b) { return sum(9, 1, 2, 3, 4, a, 6, 7, b, 9); }";
  Proof Equal =
      prove(Sum + Many, Sum + "long f(int a, int b) { long s = sum(4, 1, 2, 3, 4); s = 3 * s + a; s = 9 * s + 18 "
                              "+ 7; return 9 * s + 3L * b + 9; }");
  EXPECT_TRUE(Equal.equal()) << Equal.text();
  Proof Other =
      prove(Sum + Many, Sum + "long f(int a, int b) { return sum(9, 1, 2, 3, 4, a, 6, 7, b + (b == 77), 9); }");
  EXPECT_TRUE(Other.different()) << Other.text();
}

TEST(ArgumentLists, MixNumbersOfBothKindsAndAreCopied) {
  std::string Mixed =
      "#include <stdarg.h>\n"
      "static double last(int n, ...) { va_list l, m; va_start(l, n); int i = va_arg(l, int); va_copy(m, l); "
      "double d = va_arg(l, double); const char *s = va_arg(l, char *); double e = va_arg(m, double); "
      "return i > 3 ? d : s[0] ? e + 1 : 0; }\n";
  Proof Equal = prove(Mixed + "double f(int x, double d) { return last(1, x, d, \"s\"); }",
                      Mixed + "double f(int x, double d) { return x > 3 ? d : d + 1; }");
  EXPECT_TRUE(Equal.equal()) << Equal.text();
  Proof Other = prove(Mixed + "double f(int x, double d) { return last(1, x, d, \"s\"); }",
                      Mixed + "double f(int x, double d) { return last(1, x, d, \"\"); }");
  EXPECT_TRUE(Other.different()) << Other.text();
}

TEST(ArgumentLists, OneMoreThanThereAreHasNoValue) {
  Proof Found =
      prove(Sum + "long f(int a) { return sum(1, a); }", Sum + "long f(int a) { return sum(2, a) - 2L * a; }");
  EXPECT_FALSE(Found.equal()) << Found.text();
}

TEST(ArgumentLists, ArePrinted) {
  Proof Equal = prove(logging("note(\"%d %s %ld|%f%c\", x, s, 5L, d, 'z');"),
                      logging("printf(\"%d %s %d|%f\", x, s, 5, d); putchar('z'); count++;"));
  EXPECT_TRUE(Equal.equal()) << Equal.text();
  for (const char *Changed :
       {"note(\"%d %s %ld|%f%c\", x, s, 6L, d, 'z');", "note(\"%d %s %ld|%f%c\", x + (x == 9), s, 5L, d, 'z');",
        "note(\"%d %s %ld|%f%c\", x, s, 5L, d + 1, 'z');"}) {
    Proof Other = prove(logging("note(\"%d %s %ld|%f%c\", x, s, 5L, d, 'z');"), logging(Changed));
    EXPECT_TRUE(Other.different()) << Changed << Other.text();
  }
}

TEST(LinesOfInput, AreReadByFgets) {
  std::string Old = program(
      "char t[4]; int n = 0; while (fgets(t, sizeof t, stdin)) n += strlen(t) == 3 && t[2] != '\\n'; return n;");
  Proof Equal = prove(Old,
                      program("int n = 0, k = 0, c; while ((c = getchar()) != EOF) { if (c == 0) return 99; k = c == "
                              "'\\n' ? 0 : k + 1; if (k == 3) { n++; k = 0; } } return n;"),
                      "main", standardInput(3));
  EXPECT_FALSE(Equal.equal()) << "bytes of zero end a text earlier" << Equal.text();
  Proof Other =
      prove(Old, program("char t[3]; int n = 0; while (fgets(t, sizeof t, stdin)) n += strlen(t) == 3; return n;"),
            "main", standardInput(3));
  EXPECT_TRUE(Other.different()) << Other.text();
  Proof Same = prove(program("char t[8]; if (!fgets(t, sizeof t, stdin)) return 7; return t[0];"),
                     program("int c = getchar(); if (c == EOF) return 7; return (char)c;"), "main", standardInput(2));
  EXPECT_TRUE(Same.equal()) << Same.text();
}

TEST(LinesOfInput, AreReadByGetlineAndFread) {
  Proof Line = prove(
      program("char *t = 0; size_t n = 0; long k = getline(&t, &n, stdin); return k < 0 ? 50 : t[0] == 'x' ? 20 : k;"),
      program("int c = getchar(), k = 1; if (c == EOF) return 50; if (c == 'x') return 20; while (c != '\\n' && "
              "(c = getchar()) != EOF) k++; return k;"),
      "main", standardInput(3));
  EXPECT_TRUE(Line.equal()) << Line.text();
  Proof Block = prove(
      program("short t[2] = {0, 0}; return fread(t, 2, 2, stdin) + (t[0] == 0x4141 ? 10 : 0);"),
      program("int a = getchar(), b = getchar(), c = getchar(), d = getchar(); return (a == 65 && b == 65 ? 10 : 0) + "
              "(b == EOF ? 0 : d == EOF ? 1 : 2);"),
      "main", standardInput(5));
  EXPECT_TRUE(Block.equal()) << Block.text();
}
