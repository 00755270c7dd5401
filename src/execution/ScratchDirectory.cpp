#include "execution/ScratchDirectory.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/syscall.h>

namespace vernier {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t MostBytes = 256 << 20, MostEntries = 10000;
constexpr time_t LongAgo = 946684800; // the first second of 2000

Error cannot(const std::string &What, const std::string &Path) {
  return analysisError("cannot " + What + " '" + Path + "': " + std::strerror(errno));
}

} // namespace

Result<ScratchDirectory> ScratchDirectory::create(const Workspace &Place) {
  auto Made = Place.scratchDirectory();
  if (!Made)
    return Made.takeError();
  ScratchDirectory Directory;
  Directory.Path = *Made;
  Directory.Opened = Descriptor(open(Made->c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!Directory.Opened)
    return cannot("open", *Made);
  return Directory;
}

ScratchDirectory &ScratchDirectory::operator=(ScratchDirectory &&Other) noexcept {
  std::swap(Path, Other.Path);
  std::swap(Opened, Other.Opened);
  return *this;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code Ignored;
  if (Opened)
    fs::remove_all(Path, Ignored);
}

bool ScratchDirectory::isEmpty() const {
  alignas(8) std::array<char, 512> Entries;
  lseek(Opened.get(), 0, SEEK_SET);
  unsigned Count = 0;
  long Size = syscall(SYS_getdents64, Opened.get(), Entries.data(), Entries.size());
  for (long At = 0; At < Size; ++Count) {
    unsigned short Length;
    std::memcpy(&Length, Entries.data() + At + 16, sizeof Length);
    At += Length;
  }
  return Count <= 2; // the two dots
}

Status ScratchDirectory::clean() {
  if (isEmpty())
    return Done{};
  std::error_code Failure;
  for (fs::directory_iterator It(Path, Failure), End; !Failure && It != End; It.increment(Failure))
    if (fs::remove_all(It->path(), Failure); Failure)
      break;
  if (Failure)
    return analysisError("a run left files that cannot be removed from '" + Path + "': " + Failure.message());
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
  return Found;
}

bool ScratchDirectory::isFull() const {
  std::error_code Failure;
  std::uint64_t Bytes = 0, Entries = 0;
  fs::recursive_directory_iterator It(Path, fs::directory_options::skip_permission_denied, Failure), End;
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
