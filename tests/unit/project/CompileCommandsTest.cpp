#include "project/CompileCommands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace vernier;

namespace fs = std::filesystem;

TEST(CompileCommands, SplitsAsAShellDoes) {
  EXPECT_EQ(splitCommandLine("cc -DA=\"x y\" '-DB=\"q\"' a\\ b.c  -c"),
            (std::vector<std::string>{"cc", "-DA=x y", "-DB=\"q\"", "a b.c", "-c"}));
}

TEST(CompileCommands, FindsOutputsAndMakesNamesAbsolute) {
  std::string Model = (fs::temp_directory_path() / "vernier-commands-XXXXXX").string();
  std::string Root = fs::canonical(mkdtemp(Model.data())).string();
  EXPECT_FALSE(findCompileCommands(Root));
  fs::create_directories(Root + "/build");
  std::ofstream(Root + "/build/compile_commands.json")
      << R"([{"directory": "/w/b", "file": "../a.c", "command": "cc -c ../a.c -oout/a.o"},
             {"directory": "sub", "file": "/w/b.c", "arguments": ["cc", "-c", "/w/b.c"], "output": "b.o"}])";
  auto Path = findCompileCommands(Root);
  ASSERT_TRUE(Path);
  auto Commands = readCompileCommands(*Path);
  ASSERT_TRUE(Commands) << Commands.error().Message;
  ASSERT_EQ(Commands->size(), 2u);
  EXPECT_EQ((*Commands)[0].File, "/w/a.c");
  EXPECT_EQ((*Commands)[0].Output, "out/a.o");
  EXPECT_EQ((*Commands)[1].Directory, Root + "/build/sub");
  EXPECT_EQ((*Commands)[1].Output, "b.o");
  fs::remove_all(Root);
}
