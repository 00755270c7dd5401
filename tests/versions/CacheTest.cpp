#include "versions/Sandbox.h"

#include "project/Hash.h"

#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace vernier;
using namespace vernier::test;

namespace fs = std::filesystem;

namespace {

class Cache : public Sandbox {
protected:
  /// A compiler can write to the scratch directory of the cache only.
  std::string started() const { return Space->root() + "/scratch/started"; }
  /// From here on, every compiler that is started fails.
  void breakCompiler() {
    for (const char *Name : {"clang-19", "clang++-19", "clang", "clang++"})
      write(std::string("broken/") + Name, "#!/bin/sh\necho started >> '" + started() + "'\nexit 1\n");
    shell("chmod +x broken/*");
    Path = std::getenv("PATH");
    setenv("PATH", (path("broken") + ":" + Path).c_str(), 1);
  }
  ~Cache() override {
    if (!Path.empty())
      setenv("PATH", Path.c_str(), 1);
  }
  unsigned compiled(const std::string &Version) {
    auto Built = build(Version);
    EXPECT_TRUE(Built) << Built.error().Message << Built.error().Output;
    return Statistics.CompilerProcesses;
  }

private:
  std::string Path;
};

const char *Text = "#include <stdio.h>\n#include \"h.h\"\nint main(void) { printf(\"%d\", H); return 0; }\n";

} // namespace

TEST_F(Cache, TheSecondRunStartsNoCompiler) {
  write("h.h", "#define H 1\n");
  write("a.c", Text);
  write("b.c", "int b(void) { return 1; }\n");
  EXPECT_EQ(compiled("a.c,b.c"), 2u);
  breakCompiler();
  EXPECT_EQ(compiled("a.c,b.c"), 0u);
  EXPECT_EQ(Statistics.CachedUnits, 2u);
  EXPECT_FALSE(fs::exists(started()));
  // The broken compiler is really the one that would run.
  write("b.c", "int b(void) { return 2; }\n");
  EXPECT_FALSE(build("a.c,b.c"));
  EXPECT_TRUE(fs::exists(started()));
}

TEST_F(Cache, AChangedHeaderIsCompiledAgain) {
  write("h.h", "#define H 1\n");
  write("a.c", Text);
  EXPECT_EQ(compiled("a.c"), 1u);
  write("h.h", "#define H 2\n");
  EXPECT_EQ(compiled("a.c"), 1u);
  write("h.h", "#define H 1\n"); // both are remembered
  EXPECT_EQ(compiled("a.c"), 0u);
}

TEST_F(Cache, OtherOptionsAreCompiledAgain) {
  write("a.c", "int f(void) { return N; }\n");
  Options.CompilerOptions = {"-DN=1"};
  EXPECT_EQ(compiled("a.c"), 1u);
  Options.CompilerOptions = {"-DN=2"};
  EXPECT_EQ(compiled("a.c"), 1u);
  Options.CompilerOptions = {"-DN=1", "-O3", "-Wall", "-g3"}; // these have no meaning
  EXPECT_EQ(compiled("a.c"), 0u);
}

TEST_F(Cache, AHeaderThatAppearsInFrontIsNoticed) {
  write("first/other.h", "");
  write("second/sub/h.h", "#define H 1\n");
  write("a.c", "#include <sub/h.h>\nint f(void) { return H; }\n");
  Options.CompilerOptions = {"-Ifirst", "-Isecond"};
  EXPECT_EQ(compiled("a.c"), 1u);
  EXPECT_EQ(compiled("a.c"), 0u);
  write("first/unrelated.h", "");
  EXPECT_EQ(compiled("a.c"), 0u);
  write("first/sub/h.h", "#define H 2\n");
  EXPECT_EQ(compiled("a.c"), 1u);
}

TEST_F(Cache, AHeaderThatWasTestedForIsNoticed) {
  write("a.c", "#if __has_include(\"extra.h\")\nint f(void) { return 2; }\n#else\nint f(void) { return 1; }\n#endif\n");
  EXPECT_EQ(compiled("a.c"), 1u);
  EXPECT_EQ(compiled("a.c"), 0u);
  write("extra.h", "");
  EXPECT_EQ(compiled("a.c"), 1u);
}

TEST_F(Cache, ADamagedCacheRepairsItself) {
  write("a.c", "int f(void) { return 1; }\n");
  EXPECT_EQ(compiled("a.c"), 1u);
  for (const auto &Entry : fs::recursive_directory_iterator(Space->root() + "/programs"))
    if (Entry.is_regular_file())
      fs::resize_file(Entry.path(), 40);
  EXPECT_EQ(compiled("a.c"), 0u);
  for (const auto &Entry : fs::recursive_directory_iterator(Space->root() + "/manifests"))
    if (Entry.is_regular_file())
      fs::resize_file(Entry.path(), 10);
  EXPECT_EQ(compiled("a.c"), 1u);
}

TEST_F(Cache, BuildsAtTheSameTimeDoNotDisturbEachOther) {
  write("h.h", "#define H 1\n");
  write("a.c", Text);
  write("Makefile", "prog: a.c h.h\n\t$(CC) -o prog a.c\n");
  BuildOptions Recorded = Options;
  Recorded.BuildCommand = "make";
  std::vector<std::string> Problems(6);
  std::vector<std::thread> Threads;
  for (std::size_t I = 0; I != Problems.size(); ++I)
    Threads.emplace_back([&, I] {
      auto Spec = parseVersion(I % 2 ? path("a.c") : Root);
      auto Built = Spec ? buildVersion(*Spec, I % 2 ? Options : Recorded, *Space) : Result<Program>(Spec.takeError());
      if (!Built)
        Problems[I] = Built.error().Message + Built.error().Output;
      else if (!definedFunctions(*Built).contains("main"))
        Problems[I] = "no main";
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  for (const std::string &Problem : Problems)
    EXPECT_EQ(Problem, "");
}

TEST_F(Cache, ACacheThatCannotBeWrittenIsAnError) {
  write("a.c", "int f(void) { return 1; }\n");
  fs::remove_all(Space->root());
  write("../cache", "now a file");
  Error Why = errorOf("a.c");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("VERNIER_CACHE"), std::string::npos) << Why.Message;
}
