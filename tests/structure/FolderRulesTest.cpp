// The rules of the folders: what a folder may include is what its list says, and it needs all of it; third parties stay
// where they belong; every folder says what it owns; sources are formatted.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

const fs::path Root = VERNIER_SOURCE_DIR;

std::string read(const fs::path &File) {
  std::ifstream Stream(File);
  std::stringstream Text;
  Text << Stream.rdbuf();
  return Text.str();
}

bool isSource(const fs::path &File) {
  return File.extension() == ".cpp" || File.extension() == ".h" || File.extension() == ".c";
}

std::vector<fs::path> folders() {
  std::vector<fs::path> Result;
  for (const auto &Entry : fs::directory_iterator(Root / "src"))
    if (Entry.is_directory())
      Result.push_back(Entry.path());
  std::sort(Result.begin(), Result.end());
  return Result;
}

std::vector<fs::path> sourcesBelow(const fs::path &Folder) {
  std::vector<fs::path> Result;
  for (const auto &Entry : fs::recursive_directory_iterator(Folder))
    if (Entry.is_regular_file() && isSource(Entry.path()))
      Result.push_back(Entry.path());
  return Result;
}

std::set<std::string> includes(const fs::path &File, const std::string &Pattern) {
  std::set<std::string> Result;
  std::string Text = read(File);
  std::regex Include("#include *" + Pattern);
  for (std::sregex_iterator It(Text.begin(), Text.end(), Include), End; It != End; ++It)
    Result.insert((*It)[1]);
  return Result;
}

/// The words between MAY_INCLUDE and the next keyword or the end of the call.
std::set<std::string> allowList(const fs::path &Folder) {
  std::string Text = read(Folder / "CMakeLists.txt");
  std::set<std::string> Result;
  auto At = Text.find("MAY_INCLUDE");
  if (At == std::string::npos)
    return Result;
  std::istringstream Words(Text.substr(At + 11, Text.find(')', At) - At - 11));
  for (std::string Word; Words >> Word && Word != "LIBRARIES" && Word != "SOURCES";)
    Result.insert(Word);
  return Result;
}

} // namespace

TEST(FolderRules, AFolderIncludesExactlyWhatItsListAllows) {
  for (const fs::path &Folder : folders()) {
    std::set<std::string> Used;
    for (const fs::path &File : sourcesBelow(Folder))
      for (const std::string &Other : includes(File, "\"([a-z]+)/"))
        if (Other != Folder.filename())
          Used.insert(Other);
    EXPECT_EQ(Used, allowList(Folder)) << "src/" << Folder.filename().string() << ": used against MAY_INCLUDE";
  }
}

TEST(FolderRules, FoldersFormNoCycle) {
  std::map<std::string, std::set<std::string>> Below;
  for (const fs::path &Folder : folders())
    Below[Folder.filename()] = allowList(Folder);
  for (bool Again = true; Again;) {
    Again = false;
    for (auto &[Name, Others] : Below)
      for (const std::string &Other : std::set<std::string>(Others))
        for (const std::string &Further : Below[Other])
          Again |= Others.insert(Further).second;
  }
  for (auto &[Name, Others] : Below)
    EXPECT_FALSE(Others.contains(Name)) << Name << " includes itself through others";
}

TEST(FolderRules, ThirdPartiesAreQuarantined) {
  const std::map<std::string, std::set<std::string>> Allowed = {
      {"<(clang)/", {"bitcode", "source"}},    {"<(z3)", {"solver"}},   {"<(git2)", {"project"}},
      {"<(sqlite3)", {"search", "selection"}}, {"<(expat)", {"efsm"}},  {"<(CLI)/", {}},
      {"<(seccomp\\.h)", {"project"}},         {"<(toml)", {"project"}}};
  for (const fs::path &Folder : folders())
    for (const fs::path &File : sourcesBelow(Folder))
      for (auto &[Pattern, Where] : Allowed)
        if (!Where.contains(Folder.filename()))
          EXPECT_TRUE(includes(File, Pattern).empty()) << File;
  for (const char *Name : {"base"})
    for (const fs::path &File : sourcesBelow(Root / "src" / Name))
      EXPECT_TRUE(includes(File, "<(llvm)/").empty()) << File;
}

TEST(FolderRules, EveryFolderSaysWhatItOwns) {
  for (const fs::path &Folder : folders()) {
    EXPECT_TRUE(fs::exists(Folder / "README.md")) << Folder;
    EXPECT_TRUE(fs::exists(Folder / "CMakeLists.txt")) << Folder;
    EXPECT_EQ(read(Folder / "README.md").rfind("# " + Folder.filename().string() + "\n", 0), 0u) << Folder;
  }
}

TEST(FolderRules, EveryFolderIsBuilt) {
  std::string Source = read(Root / "CMakeLists.txt"), Tests = read(Root / "tests" / "CMakeLists.txt");
  for (const fs::path &Folder : folders())
    EXPECT_TRUE(std::regex_search(Source, std::regex("foreach\\(Folder[a-z ]* " + Folder.filename().string() + "[ )]")))
        << Folder;
  for (const fs::path &Top : {Root / "tests", Root / "tests" / "unit"})
    for (const auto &Entry : fs::directory_iterator(Top))
      if (fs::exists(Entry.path() / "CMakeLists.txt"))
        EXPECT_TRUE(std::regex_search(
            Tests, std::regex("foreach\\(Folder[a-z ]* " + Entry.path().filename().string() + "[ )]")))
            << Entry.path();
}

TEST(FolderRules, LibrariesNeitherPrintNorExit) {
  std::regex Forbidden(
      R"((std::cout|std::cerr|llvm::outs\(\)|llvm::errs\(\)|\bprintf\(|std::exit\(|(^|[^\w.>])_?exit\([^)]))");
  for (const fs::path &Folder : folders())
    for (const fs::path &File : sourcesBelow(Folder)) {
      // Models are functions of the tested program: these do print and exit.
      if (File.parent_path() == Root / "src" / "models" / "library")
        continue;
      std::istringstream Lines(read(File));
      unsigned Number = 0;
      for (std::string Line; std::getline(Lines, Line);) {
        ++Number;
        auto Code = Line.substr(0, Line.find("//"));
        Code = std::regex_replace(Code, std::regex(R"("([^"\\]|\\.)*")"), "\"\"");
        EXPECT_FALSE(std::regex_search(Code, Forbidden)) << File << ":" << Number << ": " << Line;
      }
    }
}

TEST(FolderRules, SourcesAreFormatted) {
  std::string Files;
  for (const char *Top : {"src", "apps", "tests"})
    for (const fs::path &File : sourcesBelow(Root / Top))
      if (File.extension() != ".c") // programs under test are data
        Files += " '" + File.string() + "'";
  std::string Command = "clang-format-19 --style=file --dry-run -Werror " + Files + " 2>&1";
  FILE *Pipe = popen(Command.c_str(), "r");
  ASSERT_TRUE(Pipe);
  std::array<char, 4096> Buffer;
  std::string Output;
  while (std::size_t Size = fread(Buffer.data(), 1, Buffer.size(), Pipe))
    Output.append(Buffer.data(), Size);
  EXPECT_EQ(pclose(Pipe), 0) << Output.substr(0, 3000);
}
