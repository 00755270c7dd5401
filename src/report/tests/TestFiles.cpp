#include "report/tests/TestFiles.h"

#include "base/TextFile.h"
#include "report/Json.h"
#include "report/Picture.h"
#include "report/tests/SavedTestJson.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <filesystem>

namespace vernier {

namespace fs = std::filesystem;

namespace {

Error cannotWrite(const fs::path &Path, const std::error_code &Problem) {
  return analysisError("cannot write '" + Path.string() + "': " + Problem.message());
}

/// `test-` and six digits or more; what stands behind another dash says what the test shows.
bool isOurName(llvm::StringRef Name) {
  if (!Name.consume_front("test-"))
    return false;
  llvm::StringRef Number = Name.split('-').first;
  return Number.size() >= 6 && llvm::all_of(Number, llvm::isDigit);
}

/// Tests of an earlier exploration would be taken for tests of this one.
Status removeOld(const fs::path &Directory) {
  std::error_code Problem;
  std::vector<fs::path> Old;
  for (auto It = fs::directory_iterator(Directory, Problem); !Problem && It != fs::directory_iterator();
       It.increment(Problem))
    if (It->path().extension() == ".json" && isOurName(It->path().stem().string()))
      Old.push_back(It->path());
  if (fs::is_directory(Directory / "afl"))
    for (const auto &Kind : fs::directory_iterator(Directory / "afl", Problem))
      if (Kind.is_directory())
        for (const auto &File : fs::directory_iterator(Kind.path(), Problem))
          if (isOurName(File.path().filename().string()))
            Old.push_back(File.path());
  for (const char *Generated : {"run-tests.sh", "explored_test.cpp", "verified_test.cpp", "exposed_test.cpp",
                                "interaction_test.cpp", "vernier-tests.cmake"})
    Old.push_back(Directory / Generated);
  for (const fs::path &File : Old)
    if (fs::remove(File, Problem); Problem)
      return cannotWrite(File, Problem);
  return Done{};
}

Status writeRaw(const fs::path &Directory, const std::vector<RawInput> &Inputs) {
  std::error_code Problem;
  for (const RawInput &Input : Inputs) {
    fs::path Path = Directory / Input.Path;
    if (fs::create_directories(Path.parent_path(), Problem); Problem)
      return cannotWrite(Path, Problem);
    if (Status Written = writeTextFile(Path.string(), Input.Bytes); !Written)
      return Written;
  }
  return Done{};
}

} // namespace

Result<TestFiles> writeTestFiles(const std::string &Directory, const Program &Version, const InputSpace &Space,
                                 const std::vector<SavedTest> &Saved, const std::vector<ObservedTest> &Observed,
                                 const TestStyle &Style) {
  TestFiles Result;
  Result.Directory = Directory;
  fs::path Root(Directory);
  std::error_code Problem;
  if (fs::create_directories(Root, Problem); Problem)
    return cannotWrite(Root, Problem);
  if (Status Removed = removeOld(Root); !Removed)
    return Removed.takeError();
  for (const SavedTest &Test : Saved)
    if (Status Written = writeTextFile((Root / (Test.Name + ".json")).string(), printed(toJson(Test))); !Written)
      return Written.takeError();
  Result.Saved = static_cast<unsigned>(Saved.size());
  std::vector<RawInput> Raw = rawInputs(Space, Observed);
  if (Status Written = writeRaw(Root / "afl", Raw); !Written)
    return Written.takeError();
  Result.Raw = static_cast<unsigned>(Raw.size());
  GeneratedTests Generated =
      Space.WholeProgram ? shellTests(Space, Observed, Style) : googleTests(Version, Space, Observed, Style);
  Result.Generated = Space.WholeProgram ? "run-tests.sh" : Style.GoogleTestFile;
  fs::path Script = Root / Result.Generated;
  if (Status Written = writeTextFile(Script.string(), Generated.Text); !Written)
    return Written.takeError();
  if (Space.WholeProgram)
    fs::permissions(Script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, Problem);
  if (Status Written = writeTextFile((Root / "vernier-tests.cmake").string(), ctestFile(Space, Generated, Style));
      !Written)
    return Written.takeError();
  Result.Expressed = Generated.Written;
  Result.LeftOut = std::move(Generated.LeftOut);
  return Result;
}

} // namespace vernier
