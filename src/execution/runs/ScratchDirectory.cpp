#include "execution/runs/ScratchDirectory.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <sys/syscall.h>

namespace vernier {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t MostBytes = 256 << 20, MostEntries = 10000;
constexpr time_t LongAgo = 946684800; // the first second of 2000

Error cannot(const std::string &What, const std::string &Path) {
  return analysisError("cannot " + What + " '" + Path + "': " + std::strerror(errno));
}

/// Of the directories in the area.
constexpr const char *WorkName = "/work", *HomeName = "/home";

Descriptor openDirectory(const std::string &Path) {
  return Descriptor(open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// As many as fit into a small buffer.
unsigned countEntries(const Descriptor &Directory) {
  alignas(8) std::array<char, 512> Entries;
  lseek(Directory.get(), 0, SEEK_SET);
  unsigned Count = 0;
  long Size = syscall(SYS_getdents64, Directory.get(), Entries.data(), Entries.size());
  for (long At = 0; At < Size; ++Count) {
    unsigned short Length;
    std::memcpy(&Length, Entries.data() + At + 16, sizeof Length);
    At += Length;
  }
  return Count < 2 ? 0 : Count - 2; // the two dots
}

void emptyDirectory(const std::string &Path, const std::set<std::string> &Except, std::error_code &Failure) {
  for (fs::directory_iterator It(Path, Failure), End; !Failure && It != End; It.increment(Failure))
    if (!Except.contains(It->path()))
      if (fs::remove_all(It->path(), Failure); Failure)
        return;
}

/// Of a file that is larger, what it holds is told by a sum.
constexpr std::size_t MostContents = 256;
/// So many entries are looked at.
constexpr std::size_t MostChanges = 256;

std::string modeText(mode_t Mode) {
  char Text[8];
  std::snprintf(Text, sizeof Text, "%04o", static_cast<unsigned>(Mode & 07777));
  return Text;
}

std::string fileText(mode_t Mode, const std::string &Contents) {
  std::string Text = "file " + modeText(Mode) + " ";
  if (Contents.size() > MostContents)
    return Text + "of " + std::to_string(Contents.size()) + " bytes, sum " +
           llvm::utohexstr(llvm::xxh3_64bits(llvm::arrayRefFromStringRef(Contents)), true);
  std::string Escaped;
  llvm::raw_string_ostream Stream(Escaped);
  llvm::printEscapedString(Contents, Stream);
  return Text + "\"" + Escaped + "\"";
}

/// What a path of the file system is, without following links.
std::string entryText(const std::string &Path) {
  struct stat Found;
  if (lstat(Path.c_str(), &Found) != 0)
    return "gone";
  if (S_ISDIR(Found.st_mode))
    return "directory " + modeText(Found.st_mode);
  std::error_code Failure;
  if (S_ISLNK(Found.st_mode))
    return "link to " + fs::read_symlink(Path, Failure).string();
  if (!S_ISREG(Found.st_mode))
    return "special file " + modeText(Found.st_mode);
  auto Contents = llvm::MemoryBuffer::getFile(Path, false, false);
  return Contents ? fileText(Found.st_mode, (*Contents)->getBuffer().str())
                  : "file " + modeText(Found.st_mode) + " that cannot be read";
}

/// As the run calls what lies below the area: relative to the directory it works in, its home, or /tmp.
std::string nameInRun(const std::string &Below) {
  auto Behind = [&](const std::string &Front) {
    return Below.starts_with(Front) ? std::optional(Below.substr(Front.size())) : std::nullopt;
  };
  if (auto Rest = Behind(std::string(WorkName) + "/"))
    return *Rest;
  if (auto Rest = Behind(std::string(HomeName) + "/"))
    return "~/" + *Rest;
  return "/tmp" + Below;
}

} // namespace

Result<ScratchDirectory> ScratchDirectory::create(const Workspace &Place) {
  auto Made = Place.scratchDirectory();
  if (!Made)
    return Made.takeError();
  ScratchDirectory Directory;
  Directory.Area = *Made;
  Directory.Path = *Made + WorkName;
  std::string Home = *Made + HomeName;
  for (const std::string &Path : {Directory.Path, Home})
    if (mkdir(Path.c_str(), 0755) != 0)
      return cannot("make", Path);
  Directory.OpenedArea = openDirectory(*Made);
  Directory.Opened = openDirectory(Directory.Path);
  Directory.OpenedHome = openDirectory(Home);
  if (!Directory.OpenedArea || !Directory.Opened || !Directory.OpenedHome)
    return cannot("open", *Made);
  return Directory;
}

std::string scratchArea(const std::string &Path) {
  return Path.ends_with(WorkName) ? Path.substr(0, Path.size() - std::strlen(WorkName)) : std::string();
}

ScratchDirectory &ScratchDirectory::operator=(ScratchDirectory &&Other) noexcept {
  std::swap(Area, Other.Area);
  std::swap(Path, Other.Path);
  std::swap(OpenedArea, Other.OpenedArea);
  std::swap(Opened, Other.Opened);
  std::swap(OpenedHome, Other.OpenedHome);
  std::swap(Given, Other.Given);
  return *this;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code Ignored;
  if (Opened)
    fs::remove_all(Area, Ignored);
}

bool ScratchDirectory::isEmpty() const {
  // The directories are still the ones that were made: nobody moved or removed them.
  struct stat Now, Made;
  for (auto [Name, Opened] : {std::pair(WorkName, &Opened), std::pair(HomeName, &OpenedHome)})
    if (lstat((Area + Name).c_str(), &Now) != 0 || fstat(Opened->get(), &Made) != 0 || Now.st_ino != Made.st_ino)
      return false;
  return countEntries(OpenedArea) == 2 && countEntries(Opened) == 0 && countEntries(OpenedHome) == 0;
}

Status ScratchDirectory::clean() {
  Given.clear();
  if (isEmpty())
    return Done{};
  std::error_code Failure;
  std::string Home = Area + HomeName;
  for (const auto &[Directory, Except] :
       std::vector<std::pair<std::string, std::set<std::string>>>{{Path, {}}, {Home, {}}, {Area, {Path, Home}}})
    if (!Failure)
      emptyDirectory(Directory, Except, Failure);
  if (Failure || !isEmpty())
    return analysisError("a run left files that cannot be removed from '" + Area + "'" +
                         (Failure ? ": " + Failure.message() : ""));
  return Done{};
}

Result<struct stat> ScratchDirectory::put(const ScratchFile &File) {
  std::error_code Ignored;
  fs::path Where = fs::path(Path) / File.Name;
  if (Where.parent_path() != fs::path(Path))
    fs::create_directories(Where.parent_path(), Ignored);
  Descriptor Out(open(Where.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  struct stat Found;
  timespec Times[2] = {{LongAgo, 0}, {LongAgo, 0}};
  if (!Out || write(Out.get(), File.Contents.data(), File.Contents.size()) != ssize_t(File.Contents.size()) ||
      futimens(Out.get(), Times) != 0 || fstat(Out.get(), &Found) != 0)
    return cannot("write", Where);
  Given.push_back({File.Name, fileText(Found.st_mode, File.Contents)});
  return Found;
}

std::vector<NamedValue> ScratchDirectory::changes() const {
  if (Given.empty() && isEmpty())
    return {};
  std::map<std::string, std::string> Left, Before;
  for (const NamedValue &File : Given) {
    Before[File.Name] = File.Value;
    for (fs::path Parent = fs::path(File.Name).parent_path(); !Parent.empty(); Parent = Parent.parent_path())
      Before.emplace(Parent.string(), entryText((fs::path(Path) / Parent).string()));
  }
  std::error_code Failure;
  fs::recursive_directory_iterator It(Area, fs::directory_options::skip_permission_denied, Failure), End;
  for (; !Failure && It != End && Left.size() <= MostChanges; It.increment(Failure)) {
    std::string Full = It->path().string();
    if (Full != Path && Full != Area + HomeName)
      Left[nameInRun(Full.substr(Area.size()))] = entryText(Full);
  }
  std::vector<NamedValue> Result;
  for (const auto &[Name, Text] : Left)
    if (auto Known = Before.find(Name); Known == Before.end() || Known->second != Text)
      Result.push_back({Name, Text});
  for (const auto &[Name, Text] : Before)
    if (!Left.contains(Name))
      Result.push_back({Name, "removed"});
  if (Left.size() > MostChanges || Failure)
    Result.push_back({"...", "more than is compared"});
  return Result;
}

bool ScratchDirectory::isFull() const {
  std::error_code Failure;
  std::uint64_t Bytes = 0, Entries = 0;
  fs::recursive_directory_iterator It(Area, fs::directory_options::skip_permission_denied, Failure), End;
  for (; !Failure && It != End; It.increment(Failure)) {
    struct stat Found;
    if (lstat(It->path().c_str(), &Found) == 0)
      Bytes += static_cast<std::uint64_t>(Found.st_blocks) * 512;
    if (++Entries > MostEntries || Bytes > MostBytes)
      return true;
  }
  return false;
}

} // namespace vernier
