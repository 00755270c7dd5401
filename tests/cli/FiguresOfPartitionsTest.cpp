#include "CommandLine.h"

#include <gtest/gtest.h>

#include <llvm/Support/JSON.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

// The running examples of Böhme 2014, chapters 2 and 3 (examples/figures): the partitions that must come out, with
// their exact sizes.

using namespace vernier::test;
namespace json = llvm::json;

namespace {

json::Object expectationOf(const std::filesystem::path &Folder) {
  std::ifstream Stream(Folder / "expected.json");
  std::stringstream Text;
  Text << Stream.rdbuf();
  auto Parsed = json::parse(Text.str());
  EXPECT_TRUE(static_cast<bool>(Parsed)) << Folder;
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError());
    return {};
  }
  return std::move(*Parsed->getAsObject());
}

std::multiset<std::string> classesIn(const json::Array &Partitions) {
  std::multiset<std::string> Result;
  for (const json::Value &Each : Partitions)
    Result.insert(Each.getAsObject()->getString("kind")->str() + " " +
                  Each.getAsObject()->getString("size").value_or("of unknown size").str());
  return Result;
}

} // namespace

TEST(FiguresOfPartitions, HaveTheExpectedSizes) {
  CommandLine At;
  unsigned Spaces = 0;
  for (const auto &Folder : std::filesystem::directory_iterator(VERNIER_SOURCE_DIR "/examples/figures")) {
    if (!std::filesystem::exists(Folder.path() / "expected.json"))
      continue;
    json::Object Expected = expectationOf(Folder.path());
    for (const json::Value &Space : *Expected.getArray("spaces")) {
      std::string Flags;
      for (const json::Value &Flag : *Space.getAsObject()->getArray("flags"))
        Flags += " '" + Flag.getAsString()->str() + "'";
      std::string Name = Folder.path().string();
      json::Object Found = At.json("verify '" + Name + "/old.c' '" + Name + "/new.c' --no-bounded --entry " +
                                       Expected.getString("entry")->str() + Flags,
                                   1);
      EXPECT_EQ(classesIn(*Found.getArray("partitions")), classesIn(*Space.getAsObject()->getArray("partitions")))
          << Name << Flags;
      EXPECT_EQ(Found.getBoolean("complete"), true) << Name << Flags;
      ++Spaces;
    }
  }
  EXPECT_GE(Spaces, 5u);
}
