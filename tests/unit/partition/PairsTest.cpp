#include "changes/ChangeMap.h"
#include "partition/Partition.h"
#include "support/CompileText.h"
#include "term/Evaluate.h"
#include "traced/SharedBuilds.h"

#include <gtest/gtest.h>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <unistd.h>

// The pairs of tests/pairs (all of docs/traps.md among them) as whole programs: what partitions claim about arguments
// and standard input, sliced and by whole paths, against what plain builds do on many of them.

using namespace vernier;
using namespace vernier::test;

namespace {

std::string readFile(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  EXPECT_TRUE(Text) << Path;
  return Text ? (*Text)->getBuffer().str() : std::string();
}

/// Pairs without any change have one partition; the campaign has enough of these.
std::vector<std::string> pairNames() {
  std::vector<std::string> Names;
  std::error_code Problem;
  for (llvm::sys::fs::directory_iterator I(VERNIER_SOURCE_DIR "/tests/pairs", Problem), End; I != End && !Problem;
       I.increment(Problem)) {
    llvm::StringRef Name = llvm::sys::path::filename(I->path());
    if (llvm::sys::fs::exists(I->path() + "/old.c") && !Name.contains("no-change") && !Name.starts_with("figure-5"))
      Names.push_back(Name.str());
  }
  llvm::sort(Names);
  return Names;
}

InputOptions inputFor(const Program &Version) {
  InputOptions Options;
  const llvm::Function *Main = Version.module().getFunction("main");
  if (Main && Main->arg_size() > 0)
    Options.Argv = {1, 2};
  Options.Stdin = 2;
  return Options;
}

/// All arguments of at most two characters from a few, with two inputs each.
std::vector<InputAssignment> inputs(const InputSpace &Space) {
  std::vector<InputAssignment> All{{}};
  for (const InputLeaf &Leaf : Space.Leaves) {
    llvm::StringRef Name(Leaf.Name);
    std::vector<std::uint64_t> Values{'a'};
    if (Name.starts_with("argv_1_0"))
      Values = {0, '-', '1', '3', '4', '5', '6', '7', 'a'};
    else if (Name.starts_with("argv_1_1"))
      Values = {0, '2'};
    else if (Name == "stdin_len")
      Values = {0, 2};
    else if (Name == "stdin_1")
      Values = {'b'};
    std::vector<InputAssignment> Longer;
    for (const InputAssignment &Prefix : All)
      for (std::uint64_t Value : Values) {
        Longer.push_back(Prefix);
        Longer.back().push_back(llvm::APInt(Leaf.Bits, Value));
      }
    All = std::move(Longer);
  }
  return All;
}

class PairsOfVersions : public testing::Test {
protected:
  void SetUp() override {
    Directory = testing::TempDir() + "vernier-partition-pairs-" + std::to_string(getpid());
    Place.emplace(std::move(*Workspace::at(Directory)));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Directory); }

  /// Inputs with what both plain builds did.
  struct Truth {
    InputAssignment Input;
    Outcome Old, New;
  };

  std::vector<Truth> truth(const Program &Old, const Program &New, const InputSpace &Space) {
    auto OldBuild = PlainBuild::create(Old, New, Side::Old, Space, *Place);
    auto NewBuild = PlainBuild::create(Old, New, Side::New, Space, *Place);
    EXPECT_TRUE(OldBuild && NewBuild);
    std::vector<Truth> All;
    unsigned Endless = 0;
    for (const InputAssignment &Values : inputs(Space)) {
      // Where many do not end, those that do are not waited for that long.
      RunLimits Patience{.Time = Endless < 8 ? Limits.Time : Limits.Time / 6};
      Truth Each{Values, OldBuild->run(Values, Patience), NewBuild->run(Values, Patience)};
      if (Each.Old.comparable() && Each.New.comparable())
        All.push_back(std::move(Each));
      else
        ++Endless;
    }
    return All;
  }

  std::string Directory;
  std::optional<Workspace> Place;
  RunLimits Limits{.Time = std::chrono::milliseconds(300)};
};

class PartitionPairs : public PairsOfVersions, public testing::WithParamInterface<std::string> {};

void compare(const PartitionResult &Found, const InputAssignment &Input, const Outcome &Old, const Outcome &New) {
  Assignment Values;
  for (std::size_t I = 0; I != Input.size(); ++I)
    Values[Found.Leaves[I]] = Input[I];
  bool Covered = false;
  for (const DifferentialPartition &Part : Found.Found.Partitions) {
    Valuation Under(Values);
    if (!llvm::all_of(Part.Conditions, [&](const Conjunct &Each) { return Under.holds(Each.Holds); }))
      continue;
    Covered = true;
    if (Part.What != Answer::Unknown)
      EXPECT_EQ(sameBehaviour(Old, New), Part.What == Answer::Equal)
          << "partition " << Part.Id << " (" << toString(Part.What) << "): " << outcomeText(Old) << " against "
          << outcomeText(New);
  }
  EXPECT_TRUE(Covered || !Found.Found.Covered) << "an input lies outside of all partitions";
}

} // namespace

TEST_P(PartitionPairs, ClaimsHoldOnTheMachine) {
  std::string Folder = std::string(VERNIER_SOURCE_DIR) + "/tests/pairs/" + GetParam();
  Program Old = compileText(readFile(Folder + "/old.c"), "old.c"),
          New = compileText(readFile(Folder + "/new.c"), "new.c");
  auto Space = inputSpace(Old, New, inputFor(New));
  ASSERT_TRUE(Space) << Space.error().Message;
  ChangeMap Map = computeChangeMap(Old, New);
  std::vector<Truth> Machine = truth(Old, New, *Space);
  auto Builds = std::make_shared<SharedBuilds>();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Builds = Builds;
    Options.MergeFrom = 0; // so that both modes have the same builds
    Options.Time = std::chrono::milliseconds(400);
    Options.RunTime = std::chrono::milliseconds(300);
    auto Found = partitionPair(Map, *Space, Options, *Place);
    ASSERT_TRUE(Found) << Found.error().Message;
    for (const Truth &Each : Machine)
      compare(*Found, Each.Input, Each.Old, Each.New);
  }
}

/// What must not be called equal, and why it is not (docs/traps.md#trap-8, docs/traps.md#trap-14).
TEST_F(PairsOfVersions, WhatHasNoMeaningIsUnknown) {
  const std::pair<const char *, const char *> Cases[] = {{"an-index-leaves-its-array", "undefined-behaviour"},
                                                         {"a-local-is-printed-that-nobody-wrote", "undefined-read"},
                                                         {"a-step-of-zero-never-ends", "time-limit"}};
  for (const auto &[Name, Code] : Cases) {
    std::string Folder = std::string(VERNIER_SOURCE_DIR) + "/tests/pairs/" + Name;
    Program Old = compileText(readFile(Folder + "/old.c"), "old.c"),
            New = compileText(readFile(Folder + "/new.c"), "new.c");
    auto Space = inputSpace(Old, New, inputFor(New));
    ASSERT_TRUE(Space) << Space.error().Message;
    PartitionPairOptions Options;
    Options.Time = std::chrono::milliseconds(2500);
    Options.RunTime = std::chrono::milliseconds(300);
    auto Found = partitionPair(computeChangeMap(Old, New), *Space, Options, *Place);
    ASSERT_TRUE(Found) << Found.error().Message;
    EXPECT_TRUE(llvm::any_of(Found->Found.Partitions, [&](const DifferentialPartition &Each) {
      return Each.What == Answer::Unknown && Each.Why.Code == Code;
    })) << Name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PartitionPairs, testing::ValuesIn(pairNames()), [](const auto &Info) {
  std::string Name = Info.param;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
});
