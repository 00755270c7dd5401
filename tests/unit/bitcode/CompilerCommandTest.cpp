#include "bitcode/CompilerCommand.h"

#include "project/CompileCommands.h"

#include <gtest/gtest.h>

#include <llvm/ADT/STLExtras.h>

#include <filesystem>
#include <fstream>

using namespace vernier;

namespace {

using Product = CompilerCommand::Product;
using Words = std::vector<std::string>;

CompilerCommand parse(const std::string &Line, bool CPlusPlus = false) {
  return parseCompilerCommand(splitCommandLine(Line), "/project/dir", CPlusPlus);
}

Words linkWords(const CompilerCommand &Command) {
  Words All;
  for (const LinkItem &Item : Command.Link)
    llvm::append_range(All, Item.Words);
  return All;
}

} // namespace

TEST(CompilerCommand, KnowsWhatIsMade) {
  EXPECT_EQ(parse("-c a.c").Makes, Product::Object);
  EXPECT_EQ(parse("a.c -o a").Makes, Product::Link);
  EXPECT_EQ(parse("a.o -lm -o a").Makes, Product::Link);
  for (const char *Line :
       {"-E a.c", "-M a.c", "-MM -c a.c", "-S a.c", "-fsyntax-only a.c", "--version", "-v", "-### a.c",
        "-print-prog-name=ld", "-dumpmachine", "-c -emit-llvm a.c", "", "--help", "-E -"})
    EXPECT_EQ(parse(Line).Makes, Product::Other) << Line;
  EXPECT_EQ(parse("-MD -MF a.d -c a.c").Makes, Product::Object);
}

TEST(CompilerCommand, KeepsWhatHasMeaning) {
  EXPECT_EQ(parse("-DA=1 -U B -std=c11 -fno-common -funsigned-char -march=native -ansi -pthread -fPIC -c a.c").Meaning,
            (Words{"-D", "A=1", "-U", "B", "-std=c11", "-fno-common", "-funsigned-char", "-march=native", "-ansi",
                   "-pthread", "-fPIC"}));
  EXPECT_EQ(parse("-Wp,-DX=2,-MD,foo -Wno-error=int-conversion -Wno-implicit-int -c a.c").Meaning,
            (Words{"-DX=2", "-Wno-error=int-conversion", "-Wno-implicit-int"}));
}

TEST(CompilerCommand, DropsWhatHasNone) {
  EXPECT_EQ(parse("-O3 -g -ggdb3 -gsplit-dwarf -Wall -Wextra -Werror -Werror=format -pedantic -pipe -flto=thin "
                  "-fsanitize=address,undefined -fno-sanitize-recover=all --coverage -fprofile-arcs -ftest-coverage "
                  "-fprofile-generate -save-temps -MD -MP -MF x.d -MT x.o -o x.o -c -fdebug-prefix-map=a=b "
                  "-ffile-prefix-map=c=d -fdiagnostics-color=always -fstack-protector-strong -Wl,-z,now -fanalyzer "
                  "-fno-tree-vectorize -Xclang -include-pch -Xclang x.pch -fplugin=p.so a.c")
                .Meaning,
            Words{});
}

TEST(CompilerCommand, PathsBecomeAbsolute) {
  CompilerCommand Command = parse("-Iinc -I /abs -isystem sys -iquote. -idirafter after -include missing.h -c a.c");
  EXPECT_EQ(Command.Includes,
            (Words{"/project/dir/inc", "/abs", "/project/dir/sys", "/project/dir", "/project/dir/after"}));
  EXPECT_EQ(Command.Meaning,
            (Words{"-I", "/project/dir/inc", "-I", "/abs", "-isystem", "/project/dir/sys", "-iquote", "/project/dir",
                   "-idirafter", "/project/dir/after", "-Xclang", "-include", "-Xclang", "missing.h"}));
}

TEST(CompilerCommand, LanguagesOfSources) {
  CompilerCommand Command = parse("a.c -x c++ b.c - -x none c.cpp d.o e.S f.a -o p");
  ASSERT_EQ(Command.Sources.size(), 4u);
  EXPECT_EQ(Command.Sources[0].Language, "");
  EXPECT_EQ(Command.Sources[1].Language, "c++");
  EXPECT_EQ(Command.Sources[2].File, "-");
  EXPECT_EQ(Command.Sources[3].File, "c.cpp");
  EXPECT_EQ(linkWords(Command), (Words{"/project/dir/d.o", "/project/dir/e.S", "/project/dir/f.a"}));
  EXPECT_TRUE(parse("-c -x assembler a.c").Sources.empty());
}

TEST(CompilerCommand, LinkOptionsKeepTheirOrder) {
  EXPECT_EQ(linkWords(parse("-Lx a.o -la -Wl,-Bstatic -lb -Wl,-Bdynamic -pthread -rdynamic b.a -o p -O2 -s")),
            (Words{"-L/project/dir/x", "/project/dir/a.o", "-la", "-Wl,-Bstatic", "-lb", "-Wl,-Bdynamic", "-pthread",
                   "-rdynamic", "/project/dir/b.a"}));
}

TEST(CompilerCommand, ResponseFilesAreRead) {
  std::string Model = (std::filesystem::temp_directory_path() / "vernier-response-XXXXXX").string();
  std::string Root = mkdtemp(Model.data());
  std::ofstream(Root + "/args") << "-c 'a b.c' -DX=1 @more\n";
  std::ofstream(Root + "/more") << "-DY=\"2 3\"";
  CompilerCommand Command = parseCompilerCommand({"@args"}, Root, false);
  EXPECT_EQ(Command.Makes, Product::Object);
  ASSERT_EQ(Command.Sources.size(), 1u);
  EXPECT_EQ(Command.Sources[0].File, "a b.c");
  EXPECT_EQ(Command.Meaning, (Words{"-D", "X=1", "-D", "Y=2 3"}));
  EXPECT_EQ(parse("@missing -c a.c").Makes, Product::Object);
  std::filesystem::remove_all(Root);
}

TEST(CompilerCommand, CPlusPlusDrivers) {
  for (const char *Name : {"g++", "clang++-19", "/usr/bin/c++", "vernier-c++", "x86_64-linux-gnu-g++-12"})
    EXPECT_TRUE(isCPlusPlusDriver(Name)) << Name;
  for (const char *Name : {"gcc", "clang-19", "/opt/c++/bin/cc", "vernier-cc"})
    EXPECT_FALSE(isCPlusPlusDriver(Name)) << Name;
}
