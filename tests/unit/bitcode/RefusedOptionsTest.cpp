// Without --build nothing of a version is run, whatever its compilation database says.

#include "bitcode/RefusedOptions.h"

#include "project/Subprocess.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace vernier;
namespace fs = std::filesystem;

namespace {

struct Refused : testing::Test {
  std::string Root = testing::TempDir() + "vernier-refused-" + std::to_string(getpid());
  Refused() {
    fs::create_directories(Root + "/tools");
    std::ofstream(Root + "/options") << "-O2 -DX\n";
    std::ofstream(Root + "/hidden") << "@inner\n";
    std::ofstream(Root + "/inner") << "-fplugin=evil.so\n";
    fs::create_symlink("/etc/hostname", Root + "/away");
  }
  ~Refused() override { fs::remove_all(Root); }

  std::string check(const std::string &Line) const {
    CompileCommand Command;
    Command.Directory = Root;
    Command.File = Root + "/a.c";
    Command.Arguments = splitCommandLine(Line);
    Status Checked = refuseForeignCode(Command, {Root});
    return Checked ? "" : Checked.error().Message;
  }
};

TEST_F(Refused, WhatLoadsOrChoosesCode) {
  for (const char *Option : {"-fplugin=./evil.so",
                             "-fplugin=/usr/lib/evil.so",
                             "-fpass-plugin=evil.so",
                             "-Xclang -load -Xclang ./evil.so",
                             "-Xclang -fpass-plugin=evil.so",
                             "-mllvm -load=evil.so",
                             "-Xclang -mllvm -Xclang -load=evil.so",
                             "-Xclang -add-plugin -Xclang p",
                             "--config=evil.cfg",
                             "--config evil.cfg",
                             "-B.",
                             "-B tools",
                             "-Btools/",
                             "-specs=./evil.specs",
                             "-fuse-ld=./tools/ld",
                             "--ld-path=tools/ld",
                             "-ccc-gcc-name evil",
                             "-wrapper evil",
                             "--gcc-toolchain=tools",
                             "--gcc-toolchain=./tools",
                             "@hidden",
                             "@/etc/hostname",
                             "@away",
                             "@../outside",
                             "-include /etc/shadow",
                             "-imacros /etc/shadow",
                             "-Xclang -o -Xclang /x",
                             "-Xclang -dependency-file -Xclang /x",
                             "-Wp,-load,x"}) {
    std::string Message = check("cc " + std::string(Option) + " -c a.c");
    EXPECT_NE(Message.find(Root + "/a.c"), std::string::npos) << Option << ": " << Message;
    EXPECT_NE(Message.find("--build"), std::string::npos) << Option << ": " << Message;
  }
  EXPECT_NE(check("cc -fplugin=evil.so -c a.c").find("'-fplugin=evil.so'"), std::string::npos);
}

TEST_F(Refused, ACompilerOfTheVersion) {
  EXPECT_NE(check("./tools/cc -c a.c"), "");
  EXPECT_NE(check(Root + "/tools/cc -c a.c"), "");
}

TEST_F(Refused, NotWhatOrdinaryBuildsSay) {
  for (const char *Line :
       {"cc -c a.c -o a.o", "/usr/bin/cc -O2 -g -Wall -DX=1 -Iinclude -I/usr/include/x -c a.c", "gcc @options -c a.c",
        "cc -include config.h -c a.c", "cc -include /usr/include/stdio.h -c a.c", "cc -fuse-ld=lld -c a.c",
        "cc -MD -MF a.d -MT a.o -c a.c", "cc -Xclang -fno-pch-timestamp -c a.c", "cc -specs=nosys.specs -c a.c",
        "cc -specs=/usr/share/dpkg/pie-compile.specs -c a.c", "cc -B/usr/lib/x -c a.c", "cc -Wp,-D_X=2,-MD,a.d -c a.c",
        "cc -Bsymbolic -c a.c", "cc -pipe -fPIC -fstack-protector-strong -c a.c"})
    EXPECT_EQ(check(Line), "") << Line;
}

TEST_F(Refused, AConfinedProcessWritesWhereItMay) {
  ProcessRequest Request;
  Request.Arguments = {"/bin/sh", "-c",
                       "echo x > tools/in; echo y > out; cp /bin/true tools/; ./tools/true && echo ran"};
  Request.Directory = Root;
  Request.Writable = {Root + "/tools"};
  auto Ran = runProcess(Request);
  ASSERT_TRUE(Ran);
  EXPECT_TRUE(fs::exists(Root + "/tools/in"));
  EXPECT_FALSE(fs::exists(Root + "/out"));
  EXPECT_EQ(Ran->Output, "") << "it started a program that is not the system's";
  // This thread is not confined.
  std::ofstream(Root + "/out") << "z";
  EXPECT_TRUE(fs::exists(Root + "/out"));
}

} // namespace
