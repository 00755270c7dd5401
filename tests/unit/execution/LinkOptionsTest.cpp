#include "execution/builds/LinkOptions.h"

#include "Runs.h"
#include "execution/builds/Link.h"

#include <fstream>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

TEST(LinkOptions, WhatWritesOrLoadsIsDropped) {
  EXPECT_EQ(harmlessLinkOptions({"-lm", "-Wl,-Map=x,--as-needed,-o,y", "-pthread"}),
            (Words{"-lm", "-Wl,--as-needed", "-pthread"}));
  EXPECT_EQ(harmlessLinkOptions({"-Wl,-Map,x", "-Wl,--Map=x", "-Wl,--dependency-file=d", "-Wl,-ox"}), Words{});
  EXPECT_EQ(harmlessLinkOptions({"-Xlinker", "-Map", "-Xlinker", "x", "-Xlinker", "--wrap=f"}),
            (Words{"-Xlinker", "--wrap=f"}));
  EXPECT_EQ(harmlessLinkOptions({"-Xlinker", "-Map", "-Wl,x,-z,now"}), (Words{"-Wl,-z,now"}));
  EXPECT_EQ(harmlessLinkOptions({"@file", "-Wl,@file", "-Wl,--plugin,p.so,--load-pass-plugin=q.so"}), Words{});
  EXPECT_EQ(harmlessLinkOptions({"-Wl,-rpath,/a,--no-undefined,-T,s.ld", "-L/a"}),
            (Words{"-Wl,-rpath,/a,--no-undefined,-T,s.ld", "-L/a"}));
}

TEST(LinkOptions, TheLinkerWritesNothingElse) {
  std::string Outside = VERNIER_BINARY_DIR "/vernier-map-" + std::to_string(getpid());
  Program Version = compileText("int main(void) { return 3; }");
  Version.Link.Arguments = {"-Wl,-Map=" + Outside, "-Wl,--print-symbol-order=" + Outside};
  auto Space = inputSpace(Version, Version, InputOptions{});
  auto Build = PlainBuild::create(Version, Version, Side::New, *Space, temporaryCache());
  ASSERT_TRUE(Build) << Build.error().Message << Build.error().Output;
  EXPECT_EQ(Build->run({}).Code, 3);
  EXPECT_FALSE(fs::exists(Outside));
}

} // namespace
