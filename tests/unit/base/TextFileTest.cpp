#include "base/TextFile.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace vernier {

namespace {

std::string scratch(const std::string &Name) {
  return testing::TempDir() + "vernier-text-file-" + std::to_string(getpid()) + Name;
}

} // namespace

TEST(TextFile, WhatIsWrittenIsRead) {
  std::string Path = scratch("bytes"), Bytes("a\0b\r\n\xff", 6);
  ASSERT_TRUE(writeTextFile(Path, std::string(100000, 'x')));
  ASSERT_TRUE(writeTextFile(Path, Bytes));
  auto Read = readTextFile(Path);
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, Bytes);
  std::filesystem::remove(Path);
}

TEST(TextFile, AProblemNamesTheFileAndTheReason) {
  auto Missing = readTextFile("/nowhere/at-all");
  ASSERT_FALSE(Missing);
  EXPECT_EQ(Missing.error().Message, "cannot read '/nowhere/at-all': No such file or directory");
  auto Directory = readTextFile("/");
  ASSERT_FALSE(Directory);
  EXPECT_EQ(Directory.error().Message, "cannot read '/': Is a directory");
  Status Refused = writeTextFile("/nowhere/at-all", "text");
  ASSERT_FALSE(Refused);
  EXPECT_EQ(Refused.error().Message, "cannot write '/nowhere/at-all': No such file or directory");
}

TEST(TextFile, AFullDeviceIsAProblem) {
  Status Written = writeTextFile("/dev/full", "text");
  ASSERT_FALSE(Written);
  EXPECT_EQ(Written.error().Message, "cannot write '/dev/full': No space left on device");
}

} // namespace vernier
