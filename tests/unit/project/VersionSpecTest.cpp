#include "project/VersionSpec.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace vernier;

namespace fs = std::filesystem;

namespace {

class VersionSpecs : public ::testing::Test {
protected:
  VersionSpecs() {
    std::string Model = (fs::temp_directory_path() / "vernier-specs-XXXXXX").string();
    Root = fs::canonical(mkdtemp(Model.data())).string();
    Context.WorkingDirectory = Root;
    for (const char *Name : {"a.c", "b.cpp", "x.bc", "y.ll", "notes.txt", "with,comma.c"})
      std::ofstream(Root + "/" + Name) << "text";
    std::ofstream(Root + "/magic", std::ios::binary) << "BC\xC0\xDE....";
    fs::create_directories(Root + "/dir/sub");
    fs::create_directory_symlink(Root + "/dir", Root + "/link");
    std::ofstream(Root + "/dir/c.c") << "text";
  }
  ~VersionSpecs() override { fs::remove_all(Root); }

  VersionSpec parse(const std::string &Text) {
    auto Spec = parseVersion(Text, Context);
    EXPECT_TRUE(Spec) << (Spec ? "" : Spec.error().Message);
    return Spec ? *Spec : VersionSpec();
  }
  ErrorKind refused(const std::string &Text, const std::string &Says) {
    auto Spec = parseVersion(Text, Context);
    EXPECT_FALSE(Spec) << Text;
    if (Spec)
      return {};
    EXPECT_NE(Spec.error().Message.find(Says), std::string::npos) << Spec.error().Message;
    return Spec.error().Kind;
  }

  std::string Root;
  VersionContext Context;
};

using Kind = VersionSpec::Kind;

} // namespace

TEST_F(VersionSpecs, KindsOfTheContract) {
  EXPECT_EQ(parse("a.c").What, Kind::Files);
  EXPECT_EQ(parse("a.c").Files, std::vector<std::string>{Root + "/a.c"});
  EXPECT_EQ(parse("a.c,b.cpp").Files, (std::vector<std::string>{Root + "/a.c", Root + "/b.cpp"}));
  EXPECT_EQ(parse("dir").What, Kind::Directory);
  EXPECT_EQ(parse("dir/").Directory, Root + "/dir");
  EXPECT_EQ(parse(".").Directory, Root);
  EXPECT_EQ(parse("dir/..").Directory, Root);
  for (const char *Name : {"x.bc", "y.ll", "magic"})
    EXPECT_EQ(parse(Name).What, Kind::Bitcode) << Name;
  EXPECT_EQ(parse("with,comma.c").Files.size(), 1u); // a file of that name wins
}

TEST_F(VersionSpecs, OnePlaceHasOneName) {
  EXPECT_EQ(parse("link").Directory, Root + "/dir");
  EXPECT_EQ(parse("link/c.c").Files, std::vector<std::string>{Root + "/dir/c.c"});
  EXPECT_EQ(parse("dir/sub/../c.c").Files, std::vector<std::string>{Root + "/dir/c.c"});
  EXPECT_EQ(parse("link/c.c").Label, "link/c.c");
}

TEST_F(VersionSpecs, WhatIsRefused) {
  EXPECT_EQ(refused("notes.txt", "neither a C/C++ source file"), ErrorKind::Usage);
  EXPECT_EQ(refused("a.c,notes.txt", "'notes.txt'"), ErrorKind::Usage);
  EXPECT_EQ(refused("a.c,dir", "'dir'"), ErrorKind::Usage);
  EXPECT_EQ(refused("a.c,missing.c", "no such file: 'missing.c'"), ErrorKind::CannotAnalyse);
  EXPECT_EQ(refused("missing.c", "'missing.c'"), ErrorKind::CannotAnalyse);
  EXPECT_EQ(refused("", "without a name"), ErrorKind::Usage);
  EXPECT_EQ(refused(",", "without a name"), ErrorKind::Usage);
}

TEST_F(VersionSpecs, PairsNeedTwoVersionsOrARange) {
  EXPECT_TRUE(parseVersions({"a.c", "dir"}, Context));
  for (std::vector<std::string> Texts : {std::vector<std::string>{"a.c"}, {"a.c,b.cpp"}, {}, {"a.c", "a.c", "a.c"}}) {
    auto Pair = parseVersions(Texts, Context);
    ASSERT_FALSE(Pair);
    EXPECT_EQ(Pair.error().Kind, ErrorKind::Usage);
  }
}
