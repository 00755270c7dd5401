#include "versions/Sandbox.h"

#include "bitcode/Trace.h"
#include "project/Hash.h"

#include <filesystem>

using namespace vernier;
using namespace vernier::test;

namespace fs = std::filesystem;

namespace {

/// vernier-cc against clang-19: whatever is asked of it, it answers the same, recording or not.
class Wrapper : public Sandbox {
protected:
  struct Answer {
    int Exit;
    std::string Output, Errors;
    bool operator==(const Answer &) const = default;
  };

  Answer ask(const std::string &Compiler, const std::string &Arguments, bool Record,
             const std::string &Directory) const {
    fs::create_directories(path(Directory));
    fs::copy(path("src"), path(Directory), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    ProcessRequest Request;
    Request.Arguments = {"/bin/sh", "-c", Compiler + " " + Arguments};
    Request.Directory = path(Directory);
    Request.Environment = {{"VERNIER_CACHE", Space->root()}};
    if (Record)
      Request.Environment.push_back({"VERNIER_RECORD", path("record")});
    auto Outcome = runProcess(Request);
    EXPECT_TRUE(Outcome);
    std::string Listing = shell("cd " + Directory + " && find . -type f | sort");
    return {Outcome->Exit, Outcome->Output + Listing, Outcome->Errors};
  }

  void expectSame(const std::string &Arguments, bool CPlusPlus = false) {
    std::string Real = CPlusPlus ? "clang++-19" : "clang-19";
    std::string Ours = VERNIER_BINARY_DIR "/bin/" + std::string(CPlusPlus ? "vernier-c++" : "vernier-cc");
    fs::remove_all(path("a"));
    Answer Expected = ask(Real, Arguments, false, "a");
    for (bool Record : {false, true}) {
      fs::remove_all(path("a"));
      Answer Got = ask(Ours, Arguments, Record, "a");
      EXPECT_EQ(Got.Exit, Expected.Exit) << Arguments << "\n" << Got.Errors;
      EXPECT_EQ(Got.Output, Expected.Output) << Arguments;
      // Temporary files have random names.
      if (Expected.Errors.find("/tmp/") == std::string::npos)
        EXPECT_EQ(Got.Errors, Expected.Errors) << Arguments;
    }
  }
};

} // namespace

TEST_F(Wrapper, AnswersAsClangDoes) {
  write("src/a.c", "#include \"h.h\"\nint a(void) { return H; }\n");
  write("src/h.h", "#define H 1\n");
  write("src/m.c", "int a(void);\nint main(void) { return a() - 1; }\n");
  write("src/bad.c", "int f( {\n");
  write("src/w.c", "int f(void) { int unused; return 0; }\n");
  write("src/x.cpp", "struct S { int x; };\nint g(S s) { return s.x; }\n");
  write("src/s.s", ".globl q\nq: ret\n");
  write("src/args", "-c a.c -DX='1 2' -o \"with space.o\"\n");
  for (const char *Arguments : {"--version",
                                "-dumpmachine",
                                "-E a.c",
                                "-M a.c",
                                "-MM -MF a.d a.c",
                                "-c a.c",
                                "-c a.c -o x.o -MMD -MF x.d -MT x.o",
                                "-c a.c m.c",
                                "-S a.c",
                                "-S -emit-llvm a.c",
                                "-fsyntax-only a.c",
                                "-c bad.c",
                                "-c w.c -Wall -Wextra",
                                "-c w.c -Wall -Werror",
                                "-c nothing.c",
                                "a.c m.c -o prog && ./prog",
                                "-c a.c && clang-19 a.o m.c && ./a.out",
                                "-c s.s",
                                "@args",
                                "-x c -c - -o in.o < a.c",
                                "-E - < m.c",
                                "-c -x c++ a.c",
                                "-O2 -flto a.c m.c -fuse-ld=lld -o p && ./p",
                                "",
                                "-v 2>/dev/null",
                                "-print-search-dirs",
                                "-c a.c -o /dev/null",
                                "-shared -fPIC a.c -o liba.so",
                                "-r a.c -nostdlib -o r.o",
                                "-c -- a.c",
                                "-### -c a.c 2>/dev/null",
                                "m.c -o prog"})
    expectSame(Arguments);
  expectSame("-c x.cpp", true);
  expectSame("--version", true);
  expectSame("-c a.c", true); // deprecated, but clang++ compiles C as C++
}

TEST_F(Wrapper, ObjectsSayWhatTheyAreMadeOf) {
  write("src/a.c", "int a(void) { return 1; }\n");
  write("src/m.c", "int a(void);\nint main(void) { return a() - 1; }\n");
  std::string Ours = VERNIER_BINARY_DIR "/bin/vernier-cc";
  EXPECT_EQ(
      ask(Ours,
          "-c a.c && ar rcs liba.a a.o && " + Ours + " m.c liba.a -Wl,--gc-sections -s -o prog && strip prog && ./prog",
          true, "a")
          .Exit,
      0);
  for (const char *Name : {"a/a.o", "a/liba.a"}) {
    auto Binary = readTrace(path(Name));
    ASSERT_TRUE(Binary) << Name;
    ASSERT_EQ(Binary->Note.Units.size(), 1u) << Name;
    EXPECT_EQ(Binary->Note.Units[0].second, "a.c");
    EXPECT_TRUE(fs::exists(path("record/units/" + Binary->Note.Units[0].first + ".bc")));
  }
  auto Program = readTrace(path("a/prog"));
  ASSERT_TRUE(Program);
  EXPECT_EQ(Program->Kind, BinaryKind::Executable);
  EXPECT_EQ(Program->Note.Units.size(), 2u);
  EXPECT_EQ(Program->Note.Links.size(), 1u);
}

TEST_F(Wrapper, ABuildGoesOnWhenNothingCanBeRecorded) {
  write("src/a.c", "int main(void) { return 0; }\n");
  write("file", "");
  ProcessRequest Request;
  Request.Arguments = {VERNIER_BINARY_DIR "/bin/vernier-cc", "src/a.c", "-o", "prog"};
  Request.Directory = Root;
  Request.Environment = {{"VERNIER_CACHE", path("file") + "/no"}, {"VERNIER_RECORD", path("file") + "/no"}};
  auto Outcome = runProcess(Request);
  ASSERT_TRUE(Outcome);
  EXPECT_EQ(Outcome->Exit, 0) << Outcome->Errors;
  EXPECT_TRUE(fs::exists(path("prog")));
}
