// examples/due-date claims that its own tests pass on both versions and that the versions differ.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace {

const std::string Folder = VERNIER_SOURCE_DIR "/examples/due-date";

/// What a shell command prints; its exit status behind it.
std::string run(const std::string &Command) {
  FILE *Pipe = popen((Command + " 2>&1").c_str(), "r");
  std::array<char, 4096> Buffer;
  std::string Output;
  while (std::size_t Size = fread(Buffer.data(), 1, Buffer.size(), Pipe))
    Output.append(Buffer.data(), Size);
  return Output + std::to_string(pclose(Pipe));
}

/// A directory as long as the test needs it.
struct Scratch {
  std::string Path = (std::filesystem::temp_directory_path() / "vernier-due-date-XXXXXX").string();
  Scratch() { EXPECT_NE(mkdtemp(Path.data()), nullptr); }
  ~Scratch() { std::filesystem::remove_all(Path); }
};

std::string runVersion(const std::string &Version, const std::string &Arguments) {
  Scratch At;
  return run("clang-19 -o '" + At.Path + "/due-date' '" + Folder + "/" + Version + ".c' && '" + At.Path +
             "/due-date' " + Arguments);
}

} // namespace

TEST(DueDateExample, ItsTestsPassOnBothVersions) {
  for (const char *Version : {"old", "new"})
    EXPECT_EQ(run("CC=clang-19 '" + Folder + "/tests.sh' '" + Folder + "/" + Version + ".c'"), "all tests passed\n0");
}

TEST(DueDateExample, ItsTestsCanFail) {
  Scratch At;
  std::string Output = run("sed 's/year % 4 == 0/0/' '" + Folder + "/old.c' > '" + At.Path +
                           "/broken.c' && CC=clang-19 '" + Folder + "/tests.sh' '" + At.Path + "/broken.c'");
  EXPECT_NE(Output.find("due-date 2024 2 28 1: expected '2024-02-29', got '2024-03-01'"), std::string::npos) << Output;
}

TEST(DueDateExample, TheVersionsDifferWhereTheReadmeSaysSo) {
  EXPECT_EQ(runVersion("old", "2200 2 14 21"), "2200-03-07\n0");
  EXPECT_EQ(runVersion("new", "2200 2 14 21"), "2200-03-06\n0");
}
