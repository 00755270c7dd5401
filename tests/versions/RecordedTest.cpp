#include "versions/Sandbox.h"

#include <llvm/ADT/STLExtras.h>

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

namespace fs = std::filesystem;

namespace {

class Recorded : public Sandbox {
protected:
  /// A static library with three members, of which each of two programs needs one.
  void makeProject(const std::string &Directory = "proj") {
    write(Directory + "/Makefile", "all: one two\n"
                                   "libutil.a: a.o b.o c.o\n\tar rcs $@ a.o b.o c.o\n"
                                   "one: one.o libutil.a\n\t$(CC) $(CFLAGS) -o $@ one.o -L. -lutil -lm -pthread "
                                   "-Wl,--as-needed\n"
                                   "two: two.o libutil.a\n\t$(CC) -o $@.tmp two.o libutil.a\n\tmv $@.tmp $@\n");
    write(Directory + "/a.c", "int a(void) { return 1; }\n");
    write(Directory + "/b.c", "int b(void) { return 2; }\n");
    write(Directory + "/c.c", "int c(void) { return 3; }\n");
    write(Directory + "/one.c",
          "#include <math.h>\nint a(void);\nint main(int n, char **v) { return a() + (int)cos(n); }\n");
    write(Directory + "/two.c", "int b(void);\nint main(void) { return b(); }\n");
    Options.BuildCommand = "make";
  }
};

} // namespace

TEST_F(Recorded, AMakefileWithALibraryAndTwoPrograms) {
  makeProject();
  Options.Target = "one";
  auto One = build("proj");
  ASSERT_TRUE(One) << One.error().Message << One.error().Output;
  EXPECT_EQ(definedFunctions(*One), (std::set<std::string>{"a", "main"}));
  EXPECT_EQ(One->Link.Arguments.front().substr(0, 2), "-L");
  EXPECT_EQ(std::vector<std::string>(One->Link.Arguments.begin() + 1, One->Link.Arguments.end()),
            (std::vector<std::string>{"-lm", "-pthread", "-Wl,--as-needed"}));
  EXPECT_TRUE(One->Warnings.empty());
  EXPECT_EQ(fileOfFunction(*One, "main"), "one.c");
  EXPECT_EQ(runAgain(*One), 1) << "a() + (int)cos(1), with the real library";
  EXPECT_TRUE(fs::exists(One->SourceRoot + "/one.c"));
  EXPECT_EQ(Statistics.BuildCommands, 1u);

  Options.Target = "two"; // the same build
  auto Two = build("proj");
  ASSERT_TRUE(Two) << Two.error().Message;
  EXPECT_EQ(definedFunctions(*Two), (std::set<std::string>{"b", "main"}));
  EXPECT_EQ(Statistics.BuildCommands, 0u);
  EXPECT_EQ(fs::exists(path("proj/one.o")), false) << "the user's tree is not built in";
}

TEST_F(Recorded, OlderCThatTheSystemCompilerOnlyWarnsAboutBuilds) {
  write("proj/Makefile", "prog: main.c\n\t$(CC) $(CFLAGS) -std=gnu89 -o $@ main.c\n");
  write("proj/main.c", "void quit(void) __attribute__((noreturn));\nvoid plain(void) {}\n"
                       "void (*handler)(void) __attribute__((noreturn)) = plain;\n"
                       "main() { char *p = 1; return puts(\"x\") < 0 && p && handler; }\n");
  Options.BuildCommand = "make CFLAGS=-std=gnu17";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_TRUE(Built->Warnings.empty());
  Options.BuildCommand = "make CFLAGS=-Werror=implicit-function-declaration"; // the build's own wish counts
  write("proj/Makefile", "prog: main.c\n\t$(CC) $(CFLAGS) -std=gnu17 -o $@ main.c\n");
  EXPECT_FALSE(build("proj"));
}

TEST_F(Recorded, WhatAnOptimisedBuildInlinedIsTakenFromTheArchive) {
  // Headers of gnulib define functions in this way; the linker then needs no member of the library for them.
  write("proj/Makefile", "prog: main.o libutil.a\n\t$(CC) -o $@ main.o libutil.a\n"
                         "libutil.a: a.o b.o\n\tar rcs $@ a.o b.o\n%.o: %.c\n\t$(CC) -O2 -c -o $@ $<\n");
  write("proj/a.c", "int a(int x) { return x + 1; }\n");
  write("proj/b.c", "int b(int x) { return x + 2; }\n");
  write("proj/main.c", "extern inline __attribute__((gnu_inline)) int a(int x) { return x + 1; }\n"
                       "int main(int n, char **v) { return a(n); }\n");
  Options.BuildCommand = "make";
  Options.Target = "prog";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  const llvm::Function *Inlined = Built->module().getFunction("a");
  ASSERT_TRUE(Inlined);
  EXPECT_FALSE(Inlined->isDeclarationForLinker()) << "it is only there to be inlined";
  EXPECT_FALSE(Built->module().getFunction("b"));
}

TEST_F(Recorded, ALibraryIsATarget) {
  makeProject();
  Options.Target = "util";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"a", "b", "c"}));
}

TEST_F(Recorded, SeveralProgramsNeedATarget) {
  makeProject();
  EXPECT_NE(errorOf("proj").Message.find("--target: one and two"), std::string::npos);
  Options.Target = "three";
  EXPECT_NE(errorOf("proj").Message.find("makes no 'three'; it makes libutil.a, one and two"), std::string::npos);
}

TEST_F(Recorded, WhereABuildRunsMakesNoDifference) {
  for (const char *Version : {"old", "new"}) {
    write(std::string(Version) + "/Makefile",
          "prog: main.c\n\t$(CC) -DWHERE='\"$(CURDIR)\"' -I$(CURDIR) -o prog $(CURDIR)/main.c\n");
    write(std::string(Version) + "/main.c",
          "#include <stdio.h>\nint main(void) { puts(WHERE); puts(__FILE__); return 0; }\n");
  }
  write("new/README", "this makes the tree another one\n");
  Options.BuildCommand = "make";
  auto Old = build("old");
  ASSERT_TRUE(Old) << Old.error().Message << Old.error().Output;
  auto New = build("new");
  ASSERT_TRUE(New);
  EXPECT_EQ(Statistics.BuildCommands, 1u);
  std::string Texts[2];
  for (int I : {0, 1}) {
    llvm::raw_string_ostream Stream(Texts[I]);
    (I ? *New : *Old).module().print(Stream, nullptr);
  }
  EXPECT_EQ(Texts[0], Texts[1]);
}

TEST_F(Recorded, AScriptThatProbesTheCompiler) {
  write("proj/configure", "#!/bin/sh\nset -e\n"
                          "echo 'int main(void) { return 0; }' > conftest.c\n"
                          "$CC conftest.c -o conftest && ./conftest\n"
                          "$CC --version | grep -q clang\n"
                          "test \"$($CC -dumpmachine)\" != ''\n"
                          "$CC -E - < conftest.c | grep -q main\n"
                          "echo 'int x = BAD;' > conftest.c\n"
                          "if $CC -c conftest.c 2>/dev/null; then exit 1; fi\n"
                          "echo 'int main(void) { return 0; }' > conftest.c\n"
                          "$CC -c conftest.c && test -f conftest.o && $CC -o conftest conftest.o -lm\n"
                          "echo '#define HAVE_IT 1' > config.h\n");
  write("proj/main.c", "#include \"config.h\"\nint main(void) { return HAVE_IT; }\n");
  Options.BuildCommand = "sh configure && $CC -I. main.c -o main";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), std::set<std::string>{"main"});
}

TEST_F(Recorded, CombinedObjectsSharedLibrariesAndAssembly) {
  write("proj/a.c", "int a(void) { return 1; }\n");
  write("proj/b.c", "int b(void) { return 2; }\n");
  write("proj/s.c", "int a(void);\nint shared(void) { return 3; }\n");
  write("proj/asm.S", ".globl fromasm\nfromasm:\n  ret\n.section .note.GNU-stack,\"\",@progbits\n");
  write("proj/main.cpp",
        "extern \"C\" { int a(void); int b(void); int shared(void); void fromasm(void); }\nint main() { "
        "fromasm(); return a() + b() + shared(); }\n");
  Options.BuildCommand = "set -e; $CC -c a.c b.c; ld -r a.o b.o -o ab.o; rm a.o b.o; $CC -c asm.S; "
                         "$CC -fPIC -shared s.c -o libs.so; $CXX main.cpp ab.o asm.o -L. -ls -Wl,-rpath,. -o prog";
  Options.Target = "prog";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"a", "b", "main", "shared"}));
  EXPECT_TRUE(Built->Link.CPlusPlus);
  EXPECT_EQ(Built->Warnings, std::vector<std::string>{"not instrumented: asm.o"});
  // The assembly is needed to link; the shared library is in the bitcode.
  EXPECT_TRUE(llvm::any_of(Built->Link.Arguments, [](const std::string &Word) {
    return llvm::StringRef(Word).ends_with("asm.o") && fs::exists(Word);
  }));
  EXPECT_FALSE(llvm::is_contained(Built->Link.Arguments, "-ls"));
  EXPECT_EQ(runAgain(*Built), 1 + 2 + 3);
}

TEST_F(Recorded, LinksAreComparedByWhatIsLinked) {
  for (const char *Version : {"old", "new", "other"}) {
    std::string Directory = Version;
    write(Directory + "/NOTE", Directory); // three different trees
    write(Directory + "/asm.s", Directory == "other" ? ".globl f\nf: nop\n ret\n" : ".globl f\nf: ret\n");
    write(Directory + "/main.c", "void f(void);\nint main(void) { f(); return 0; }\n");
  }
  Options.BuildCommand = "$CC -c asm.s && $CC main.c asm.o -L. -lm -o prog";
  auto Old = build("old"), New = build("new"), Other = build("other");
  ASSERT_TRUE(Old && New && Other);
  EXPECT_NE(Old->Link.Arguments, New->Link.Arguments);
  EXPECT_TRUE(Old->Link == New->Link);
  EXPECT_FALSE(Old->Link == Other->Link) << "the assembly is another one";
  Options.BuildCommand = "$CC -c asm.s && $CC main.c asm.o -L. -o prog";
  auto NoMath = build("new");
  ASSERT_TRUE(NoMath);
  EXPECT_FALSE(Old->Link == NoMath->Link);
}

TEST_F(Recorded, CMakeThroughTheWrapper) {
  write("proj/CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(P C)\nadd_library(u STATIC u.c)\n"
                               "add_executable(prog main.c)\ntarget_link_libraries(prog u)\n");
  write("proj/u.c", "int u(void) { return 1; }\n");
  write("proj/main.c", "int u(void);\nint main(void) { return u(); }\n");
  Options.BuildCommand = "cmake -B b -G Ninja && cmake --build b";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"main", "u"}));
}

TEST_F(Recorded, ASourceWithoutBitcodeIsLinkedAsItIs) {
  write("proj/odd.c", "#ifndef _FORTIFY_SOURCE\n#error only with fortification\n#endif\nint odd(void) { return 1; }\n");
  write("proj/even.c", "int even(void) { return 2; }\n");
  write("proj/asm.s", ".globl plain\nplain: movl $4, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
  write("proj/main.c",
        "int odd(void);\nint even(void);\nint plain(void);\nint main(void) { return odd() + even() + plain(); }\n");
  Options.BuildCommand = "set -e; $CC -D_FORTIFY_SOURCE=1 -c odd.c even.c asm.s; ar rcs liball.a asm.o even.o; $CC "
                         "main.c odd.o liball.a -o prog";
  Options.Target = "prog";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"even", "main"}));
  EXPECT_EQ(Built->Warnings, (std::vector<std::string>{"not instrumented: odd.c (no bitcode could be made of it)",
                                                       "not instrumented: liball.a(asm.o)"}));
  // With these, the bitcode makes a program again.
  EXPECT_EQ(Built->Link.Arguments.size(), 2u);
  EXPECT_EQ(runAgain(*Built), 1 + 2 + 4);
}

TEST_F(Recorded, LibtoolAndInstalledCopies) {
  write("proj/main.c", "int main(void) { return 0; }\n");
  Options.BuildCommand = "set -e; mkdir -p .libs dest/bin; $CC main.c -o .libs/prog; echo '#!/bin/sh' > prog; "
                         "cp .libs/prog dest/bin/prog; strip dest/bin/prog";
  ASSERT_TRUE(build("proj")) << "copies are one program";
  Options.Target = "prog";
  EXPECT_TRUE(build("proj"));
  Options.Target = "other";
  EXPECT_NE(errorOf("proj").Message.find("it makes prog"), std::string::npos);
}

TEST_F(Recorded, ACacheInsideTheTreeIsNotPartOfIt) {
  write("proj/main.c", "int main(void) { return 0; }\n");
  auto Inside = Workspace::at(path("proj/.cache"));
  ASSERT_TRUE(Inside);
  Space.emplace(std::move(*Inside));
  Options.BuildCommand = "$CC main.c -o prog";
  for (unsigned Builds : {1u, 0u}) {
    auto Built = build("proj");
    ASSERT_TRUE(Built) << Built.error().Message;
    EXPECT_EQ(Statistics.BuildCommands, Builds);
  }
}

TEST_F(Recorded, AFailingBuildShowsTheEndOfItsLog) {
  write("proj/a.c", "int f(void) { return x; }\n");
  Options.BuildCommand = "echo starting; $CC -c a.c";
  Error Why = errorOf("proj");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find(".log"), std::string::npos) << Why.Message;
  EXPECT_NE(Why.Output.find("starting"), std::string::npos);
  EXPECT_NE(Why.Output.find("a.c:1:22: error: use of undeclared identifier 'x'"), std::string::npos) << Why.Output;
}

TEST_F(Recorded, ABuildThatDoesNotUseTheWrapperSaysSo) {
  write("proj/a.c", "int main(void) { return 0; }\n");
  write("proj/Makefile", "prog: a.c\n\tclang-19 -o prog a.c\n");
  Options.BuildCommand = "make";
  Error Why = errorOf("proj");
  EXPECT_NE(Why.Message.find("make CC="), std::string::npos) << Why.Message;
  EXPECT_NE(Why.Message.find("make clean && make"), std::string::npos) << Why.Message;
}

TEST_F(Recorded, ObjectsOfAnEarlierBuildAreNotTakenForNewOnes) {
  makeProject();
  shell("make -C proj CC=clang-19");
  Options.BuildCommand = "rm -f one two && make";
  Options.Target = "one";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"a", "main"}));
}

TEST_F(Recorded, TheSecondRunBuildsNothing) {
  makeProject();
  Options.Target = "one";
  ASSERT_TRUE(build("proj"));
  EXPECT_EQ(Statistics.BuildCommands, 1u);
  ASSERT_TRUE(build("proj"));
  EXPECT_EQ(Statistics.BuildCommands, 0u);
  write("proj/a.c", "int a(void) { return 11; }\n");
  ASSERT_TRUE(build("proj"));
  EXPECT_EQ(Statistics.BuildCommands, 1u);
}
