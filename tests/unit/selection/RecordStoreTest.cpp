// The file in which records are kept.

#include "selection/RecordStore.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace vernier;

namespace {

class RecordStoreFile : public testing::Test {
protected:
  void SetUp() override {
    std::string Name = (std::filesystem::temp_directory_path() / "vernier-records-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(Name.data()));
    Directory = Name;
    File = Name + "/sub/records.sqlite";
  }
  void TearDown() override { std::filesystem::remove_all(Directory); }

  std::string Directory, File;
};

TestRecord recordOf(HitProfile Profile) {
  return {std::make_shared<HitProfile>(std::move(Profile)), 0.5, false, "exit status 3"};
}

} // namespace

TEST_F(RecordStoreFile, HoldsWhatWasAdded) {
  TestIdentity Test{"suite", "name", "contents"};
  std::uint32_t Number = 0;
  HitProfile Profile;
  {
    auto Store = RecordStore::open(File);
    ASSERT_TRUE(Store) << Store.error().Message;
    Number = *(*Store)->numberOf({"prog", "f", "hash"});
    EXPECT_EQ(*(*Store)->numberOf({"prog", "f", "hash"}), Number);
    EXPECT_NE(*(*Store)->numberOf({"prog", "f", "other"}), Number);
    Profile = {{Number, {0x05, 0x80}}};
    ASSERT_TRUE((*Store)->add(Test, recordOf(Profile)));
  }
  auto Store = RecordStore::open(File);
  ASSERT_TRUE(Store);
  ASSERT_EQ((*Store)->records(Test).size(), 1u);
  const TestRecord &Record = (*Store)->records(Test).front();
  EXPECT_EQ(*Record.Profile, Profile);
  EXPECT_TRUE(Record.Profile->front().has(0) && Record.Profile->front().has(2) && Record.Profile->front().has(15));
  EXPECT_FALSE(Record.Profile->front().has(1) || Record.Profile->front().has(16));
  EXPECT_EQ(Record.Ended, "exit status 3");
  EXPECT_FALSE(Record.Passed);
  EXPECT_EQ((*Store)->code(Number), (CodeName{"prog", "f", "hash"}));
  EXPECT_TRUE((*Store)->records({"suite", "name", "other contents"}).empty());
}

TEST_F(RecordStoreFile, SeveralRecordsOfOneTest) {
  TestIdentity Test{"suite", "name", ""};
  auto Store = RecordStore::open(File);
  ASSERT_TRUE(Store);
  ASSERT_TRUE((*Store)->add(Test, recordOf({{1, {1}}})));
  ASSERT_TRUE((*Store)->add(Test, recordOf({{1, {2}}})));
  auto Again = RecordStore::open(File);
  ASSERT_TRUE(Again);
  ASSERT_EQ((*Again)->records(Test).size(), 2u);
  EXPECT_EQ((*Again)->records(Test).front().Profile->front().Slots, std::vector<std::uint8_t>{2}) << "the newest first";
}

TEST_F(RecordStoreFile, WhatIsNoStoreIsLeftAlone) {
  std::filesystem::create_directories(Directory + "/sub");
  std::ofstream(File) << std::string(1000, 'x');
  auto Store = RecordStore::open(File);
  ASSERT_FALSE(Store);
  EXPECT_NE(Store.error().Message.find("choose another file with --store"), std::string::npos) << Store.error().Message;
  EXPECT_EQ(std::filesystem::file_size(File), 1000u);
}
