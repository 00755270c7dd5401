#include "changes/ChangeMap.h"
#include "check/Verify.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <unistd.h>

// Every pair of tests/pairs (all of docs/traps.md among them) as a whole program: what the bounded proof claims about
// arguments and standard input against what plain builds do on many of them.

using namespace vernier;
using namespace vernier::test;

namespace {

std::string readFile(const std::string &Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  EXPECT_TRUE(Text) << Path;
  return Text ? (*Text)->getBuffer().str() : std::string();
}

std::vector<std::string> pairNames() {
  std::vector<std::string> Names;
  std::error_code Problem;
  for (llvm::sys::fs::directory_iterator I(VERNIER_SOURCE_DIR "/tests/pairs", Problem), End; I != End && !Problem;
       I.increment(Problem))
    if (llvm::sys::fs::exists(I->path() + "/old.c"))
      Names.push_back(llvm::sys::path::filename(I->path()).str());
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
      Values = {0, '-', '0', '1', '3', '4', '5', '6', '7', 'a'};
    else if (Name.starts_with("argv_1_1"))
      Values = {0, '0', '2', '9'};
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

class BoundedPairs : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    Directory = testing::TempDir() + "vernier-pairs-" + std::to_string(getpid());
    Place.emplace(std::move(*Workspace::at(Directory)));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Directory); }

  BoundedResult prove(const Program &Old, const Program &New, const InputSpace &Space, const PlainBuild &OldBuild,
                      const PlainBuild &NewBuild) {
    ChangeMap Map = computeChangeMap(Old, New);
    BoundedOptions Options;
    Options.Time = std::chrono::milliseconds(4000);
    Options.QueryTime = std::chrono::milliseconds(2000);
    Options.Confirm = [&](const InputAssignment &Values) {
      Outcome A = OldBuild.run(Values, Limits), B = NewBuild.run(Values, Limits);
      if (!A.comparable() || !B.comparable())
        return Confirmation::Impossible;
      return sameBehaviour(A, B) ? Confirmation::Same : Confirmation::Differs;
    };
    return proveBounded(Old, New, &Map, Space, Options);
  }

  std::string Directory;
  std::optional<Workspace> Place;
  RunLimits Limits{.Time = std::chrono::milliseconds(300)};
};

TEST_P(BoundedPairs, ClaimsHoldOnTheMachine) {
  std::string Folder = std::string(VERNIER_SOURCE_DIR) + "/tests/pairs/" + GetParam();
  Program Old = compileText(readFile(Folder + "/old.c"), "old.c"),
          New = compileText(readFile(Folder + "/new.c"), "new.c");
  auto Space = inputSpace(Old, New, inputFor(New));
  ASSERT_TRUE(Space) << Space.error().Message;
  auto OldBuild = PlainBuild::create(Old, New, Side::Old, *Space, *Place);
  auto NewBuild = PlainBuild::create(Old, New, Side::New, *Space, *Place);
  ASSERT_TRUE(OldBuild && NewBuild);
  BoundedResult Result = prove(Old, New, *Space, *OldBuild, *NewBuild);
  unsigned Covered = 0, Different = 0;
  unsigned Endless = 0;
  for (const InputAssignment &Values : inputs(*Space)) {
    // Where many do not end, those that do are not waited for that long.
    RunLimits Patience{.Time = Endless < 8 ? Limits.Time : Limits.Time / 6};
    Outcome A = OldBuild->run(Values, Patience), B = NewBuild->run(Values, Patience);
    if (!A.comparable() || !B.comparable()) {
      ++Endless;
      continue;
    }
    bool Same = sameBehaviour(A, B);
    Different += !Same;
    if (Result.Judged.What == Answer::Equal)
      EXPECT_TRUE(Same) << "called equal: " << outcomeText(A) << " against " << outcomeText(B);
    for (const BoundedPartition &Part : Result.Partitions)
      if (Part.What != Answer::Unknown && Part.Contains(Values)) {
        ++Covered;
        EXPECT_EQ(Same, Part.What == Answer::Equal)
            << toString(Part.What) << ": " << outcomeText(A) << " against " << outcomeText(B);
      }
  }
  std::printf("%s (%s), %u claims checked, %u differ\n", std::string(toString(Result.Judged.What)).c_str(),
              Result.Judged.Why.Code.c_str(), Covered, Different);
  // What differs on so few inputs must not be missed where everything is understood.
  if (Different > 0)
    EXPECT_NE(Result.Judged.What, Answer::Equal);
}

TEST_P(BoundedPairs, AVersionEqualsItself) {
  std::string Folder = std::string(VERNIER_SOURCE_DIR) + "/tests/pairs/" + GetParam();
  for (const char *File : {"old.c", "new.c"}) {
    std::string Text = readFile(Folder + "/" + File);
    Program A = compileText(Text, File), B = compileText(Text, File);
    auto Space = inputSpace(A, B, inputFor(A));
    ASSERT_TRUE(Space) << Space.error().Message;
    auto Build = PlainBuild::create(A, B, Side::New, *Space, *Place);
    ASSERT_TRUE(Build) << Build.error().Message;
    BoundedResult Result = prove(A, B, *Space, *Build, *Build);
    EXPECT_NE(Result.Judged.What, Answer::Different) << File;
    if (Result.Judged.What == Answer::Unknown) {
      static const std::set<std::string> Honest{"bound",         "endless-loop",  "unmodelled-call", "budget",
                                                "not-confirmed", "out-of-bounds", "output-bytes"};
      EXPECT_TRUE(Honest.contains(Result.Judged.Why.Code)) << File << ": " << Result.Judged.Why.Code;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BoundedPairs, testing::ValuesIn(pairNames()), [](const auto &Info) {
  std::string Name = Info.param;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
});

} // namespace
