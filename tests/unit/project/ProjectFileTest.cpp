#include "project/ProjectFile.h"
#include "project/ProjectGuess.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace vernier;

namespace fs = std::filesystem;

namespace {

std::string refusalOf(const std::string &Text) {
  auto File = parseProjectFile(Text, "p.toml");
  EXPECT_FALSE(File) << Text;
  return File ? "" : File.error().Message;
}

class ProjectDirectory : public ::testing::Test {
protected:
  ProjectDirectory() {
    std::string Model = (fs::temp_directory_path() / "vernier-project-XXXXXX").string();
    Root = fs::canonical(mkdtemp(Model.data())).string();
  }
  ~ProjectDirectory() override { fs::remove_all(Root); }

  void write(const std::string &Name, const std::string &Text) {
    fs::create_directories(fs::path(Root + "/" + Name).parent_path());
    std::ofstream(Root + "/" + Name) << Text;
  }
  std::string Root;
};

} // namespace

TEST(ProjectFile, SettingsInTheirOrderWithTheirLines) {
  auto File = parseProjectFile("build = \"make -j2\"\nunwind = 5\n[check]\nstrict = true\n[function.parse]\n"
                               "bound = [\"n=0..3\", \"m=1..2\"]\n",
                               "/p/.vernier.toml");
  ASSERT_TRUE(File) << File.error().Message;
  ASSERT_EQ(File->Settings.size(), 4u);
  EXPECT_EQ(File->Directory, "/p");
  EXPECT_EQ(File->Settings[0].Values, std::vector<std::string>{"make -j2"});
  EXPECT_EQ(File->Settings[1].Values, std::vector<std::string>{"5"});
  EXPECT_EQ(File->Settings[2].Section, "check");
  EXPECT_TRUE(File->Settings[2].Switch && File->Settings[2].On);
  EXPECT_EQ(File->Settings[3].Section, "function.parse");
  EXPECT_EQ(File->Settings[3].Values, (std::vector<std::string>{"n=0..3", "m=1..2"}));
  EXPECT_EQ(File->placeOf(File->Settings[3]), "/p/.vernier.toml:6");
}

TEST(ProjectFile, WhatItCannotSayIsRefusedWithItsLine) {
  EXPECT_NE(refusalOf("build = \n").find("p.toml:1"), std::string::npos);
  EXPECT_NE(refusalOf("a = 1\ntime = 1979-05-27\n").find("p.toml:2: 'time' wants"), std::string::npos);
  EXPECT_NE(refusalOf("file = [[1], [2]]\n").find("'file' wants"), std::string::npos);
  EXPECT_NE(refusalOf("[check.more]\na = 1\n").find("[check.more] is not known"), std::string::npos);
  EXPECT_NE(refusalOf("[function]\nmain = 1\n").find("[function.NAME]"), std::string::npos);
}

TEST_F(ProjectDirectory, IsFoundAboveUpToTheRootOfTheRepository) {
  write(".vernier.toml", "time = \"1s\"\n");
  write("repository/.git/HEAD", "");
  write("repository/deep/a.c", "");
  EXPECT_TRUE(*findProjectFile(Root));
  EXPECT_FALSE(*findProjectFile(Root + "/repository/deep")) << "that of another project above";
  write("elsewhere/a.c", "");
  EXPECT_FALSE(*findProjectFile(Root + "/elsewhere")) << "what lies above, outside of a repository, is anybody's";
  write("repository/.vernier.toml", "time = \"2s\"\n");
  auto File = findProjectFile(Root + "/repository/deep");
  ASSERT_TRUE(File && *File);
  EXPECT_EQ((*File)->Settings.front().Values.front(), "2s");
}

TEST_F(ProjectDirectory, GuessesHowItIsBuilt) {
  write("a.c", "");
  EXPECT_EQ(guessProject(Root).Sources, std::vector<std::string>{"a.c"});
  EXPECT_EQ(guessProject(Root).Build, "");
  write("Makefile", "CHECK := 1\nall: a\ncheck: all\n\t./a\n");
  EXPECT_EQ(guessProject(Root).Build, "make");
  EXPECT_EQ(guessProject(Root).Test, "make check");
  write("configure.ac", "");
  EXPECT_EQ(guessProject(Root).Build, "autoreconf -fi && ./configure && make");
  write("meson.build", "project('a', 'c')\n");
  EXPECT_EQ(guessProject(Root).System, "Meson");
  EXPECT_EQ(guessProject(Root).Test, "");
  write("CMakeLists.txt", "project(a)\nenable_testing()\n");
  EXPECT_EQ(guessProject(Root).Test, "ctest --test-dir build");
}

TEST_F(ProjectDirectory, WhatIsWrittenCanBeRead) {
  for (const ProjectGuess &Guess : {ProjectGuess(), ProjectGuess{"make", "make \"A=b\\c\"", "make check", {}}}) {
    auto File = parseProjectFile(projectFileText(Guess), "p");
    ASSERT_TRUE(File) << File.error().Message;
    if (!Guess.Build.empty())
      EXPECT_EQ(File->Settings.front().Values.front(), Guess.Build);
  }
}
