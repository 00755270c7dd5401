// Wrong "equal": something outside of all instructions reads, writes or calls what changed.

#include "Judge.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Equal to itself, and not claimed equal to the edited text.
void expectNotEqual(const std::string &Text, const std::string &Part, const std::string &By,
                    const std::string &File = "t.c") {
  EXPECT_EQ(Judged(Text, Text, File).answer(), Answer::Equal) << "identity\n" << Text;
  EXPECT_EQ(Judged(Text, with(Text, Part, By), File).answer(), Answer::Unknown) << Text << "\n" << Part << " -> " << By;
  EXPECT_EQ(Judged(with(Text, Part, By), Text, File).answer(), Answer::Unknown) << Text << "\n" << By << " -> " << Part;
}

} // namespace

TEST(HiddenReaders, EntriesOfANamedSection) {
  std::string Text =
      "int puts(const char *);\nstruct cmd { const char *name; };\n"
      "#define CMD(n) __attribute__((used, section(\"cmds\"))) static const struct cmd c_##n = {#n};\n"
      "CMD(foo) CMD(baz)\nextern const struct cmd __start_cmds[], __stop_cmds[];\n"
      "int main(void) { for (const struct cmd *c = __start_cmds; c < __stop_cmds; c++) puts(c->name); return 0; }\n";
  expectNotEqual(Text, "CMD(foo) ", "CMD(foo) CMD(bar) ");
  expectNotEqual(Text, "CMD(foo) CMD(baz)", "CMD(baz) CMD(foo)");
  expectNotEqual(Text, "{#n}", "{\"x\" #n}");
}

TEST(HiddenReaders, VariablesThatTheLibraryReads) {
  std::string Text = "int printf(const char *, ...);\nint getopt(int, char **, const char *);\nint opterr = 0;\n"
                     "int main(int c, char **v) { printf(\"%d\", getopt(c, v, \"a\")); return 0; }\n";
  expectNotEqual(Text, "opterr = 0", "opterr = 1");
  expectNotEqual(Text, "int opterr = 0;", "");
}

TEST(HiddenReaders, PointersInInitArray) {
  std::string Text = "int printf(const char *, ...);\nstatic int g;\nstatic void f(void) { g = 1; }\n//\n"
                     "int main(void) { if (g == 7) f(); printf(\"%d\", g); return 0; }\n";
  expectNotEqual(Text, "//", "__attribute__((used, section(\".init_array\"))) static void (*p)(void) = f;");
}

TEST(HiddenReaders, NamesInAssembly) {
  expectNotEqual(
      "int printf(const char *, ...);\n__attribute__((used)) int xx = 1;\n"
      "int main(void) { int r; __asm__ volatile(\"movl xx(%%rip), %0\" : \"=r\"(r)); printf(\"%d\", r); return 0; }\n",
      "xx = 1", "xx = 2");
  expectNotEqual("int g;\n__attribute__((used)) static void f(void) { g = 1; }\n"
                 "int main(void) { __asm__ volatile(\"call f\"); return g; }\n",
                 "g = 1", "g = 2");
  // The file may change although the text does not.
  std::string Included =
      "__asm__(\".section .rodata\\nd: .incbin \\\"data.bin\\\"\\n.text\\n\");\nextern const char d[];\n"
      "int puts(const char *);\nint main(void) { return puts(d); }\n";
  EXPECT_EQ(Judged(Included, Included).answer(), Answer::Unknown);
}

TEST(HiddenReaders, WhatALibraryExports) {
  expectNotEqual(
      "int f(int x) { return x; }\nint g(int x) { return x + 1; }\nint h(int) __attribute__((alias(\"f\")));\n",
      "alias(\"f\")", "alias(\"g\")");
  expectNotEqual("int version = 1;\nint f(int x) { return x; }\n", "version = 1", "version = 2");
  expectNotEqual("const int table[2] = {1, 2};\nint f(int x) { return x; }\n", "{1, 2}", "{1, 3}");
  expectNotEqual(
      "static int a(int x) { return x; }\nstatic int b(int x) { return x + 1; }\nstruct ops { int (*p)(int); };\n"
      "struct ops ops = {a};\nint q(int x) { return b(x) + a(x); }\n",
      "{a}", "{b}");
  expectNotEqual("static int a(int x) { return x; }\nstruct ops { int (*p)(int); };\nstruct ops ops = {a};\n"
                 "int q(int x) { return x; }\n",
                 "return x;", "return x + 1;");
  std::string Text = "int f(int x) { return x; }\nint g(int x) { return x + 5; }\n";
  EXPECT_EQ(Judged(Text, with(Text, "int g", "int g2")).answer(), Answer::Unknown);
  EXPECT_EQ(Judged(Text, with(Text, "int g", "static int g")).answer(), Answer::Unknown);
  // A library may grow.
  EXPECT_EQ(Judged(Text, Text + "int later = 3;\n").answer(), Answer::Equal);
}

TEST(HiddenReaders, LibraryFunctionsThatTheProgramReplaces) {
  std::string Text = "typedef unsigned long size_t;\nchar *strdup(const char *);\nint printf(const char *, ...);\n"
                     "static char pool[1 << 20];\nstatic size_t used;\nstatic int count;\n"
                     "void *malloc(size_t n) { count++; void *p = pool + used; used += (n + 15) & ~15ul; return p; }\n"
                     "int main(void) { char *s = strdup(\"x\"); printf(\"%s %d\", s, count); return 0; }\n";
  expectNotEqual(Text, "*malloc", "*my_malloc");
  expectNotEqual(Text, "count++", "count += 2");
  std::string Aliased = with(Text, "*malloc", "*my_malloc");
  expectNotEqual(Aliased, "int main", "void *malloc(size_t) __attribute__((alias(\"my_malloc\")));\nint main");
  expectNotEqual("#include <string>\nstatic int n;\nextern \"C\" void *malloc(unsigned long);\n"
                 "void *operator new(unsigned long s) { n++; return malloc(s); }\n"
                 "int main() { std::string s(100, 'x'); s += s; return n; }\n",
                 "n++", "n += 2", "t.cpp");
}

TEST(HiddenReaders, FunctionsThatTheLibraryCalls) {
  expectNotEqual(
      "int puts(const char *);\nextern void (*error_print_progname)(void);\nvoid error(int, int, const char *, ...);\n"
      "static void d(void) { puts(\"1\"); }\n"
      "int main(void) { error_print_progname = d; error(0, 0, \"x\"); return 0; }\n",
      "\"1\"", "\"2\"");
  expectNotEqual("void *dlsym(void *, const char *);\nint plug(void) { return 1; }\n"
                 "int main(void) { int (*p)(void) = (int (*)(void))dlsym(0, \"plug\"); return p(); }\n",
                 "return 1", "return 2");
}

TEST(HiddenReaders, AFunctionInASectionOfItsOwn) {
  expectNotEqual("int f(int x) { return 2 * x; }\nextern char __start_mine[] __attribute__((weak));\n"
                 "int main(void) { return __start_mine != 0; }\n",
                 "int f", "__attribute__((section(\"mine\"), used)) int f");
}
