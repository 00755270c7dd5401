#include "project/Workspace.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace vernier {

FileLock::~FileLock() {
  if (Descriptor >= 0)
    close(Descriptor);
}

Result<Workspace> Workspace::open() {
  auto Set = [](const char *Name) -> std::string {
    const char *Value = std::getenv(Name);
    return Value ? Value : "";
  };
  if (std::string Own = Set("VERNIER_CACHE"); !Own.empty())
    return at(Own);
  if (std::string Cache = Set("XDG_CACHE_HOME"); !Cache.empty())
    return at(Cache + "/vernier");
  llvm::SmallString<128> Home;
  if (!llvm::sys::path::home_directory(Home))
    return analysisError("there is no home directory for the cache; set VERNIER_CACHE to a directory");
  return at(Home.str().str() + "/.cache/vernier");
}

namespace {

/// Runs that were killed leave their unfinished files; nothing takes a day to write.
void removeLeftovers(const std::string &Scratch) {
  std::error_code Failure;
  auto Yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator At(Scratch, Failure), End; !Failure && At != End; At.increment(Failure)) {
    std::error_code Ignored;
    auto Time = fs::last_write_time(At->path(), Ignored);
    if (!Ignored && Time < Yesterday)
      fs::remove_all(At->path(), Ignored);
  }
}

} // namespace

Result<Workspace> Workspace::at(const std::string &Root) {
  std::error_code Failure;
  fs::path Absolute = fs::absolute(Root, Failure);
  Workspace Opened(Failure ? Root : Absolute.lexically_normal().string());
  while (Opened.Root.size() > 1 && Opened.Root.back() == '/')
    Opened.Root.pop_back();
  for (const char *Kind : {"scratch", "locks"}) {
    fs::create_directories(Opened.Root + "/" + Kind, Failure);
    if (Failure)
      return Opened.cannotWrite(Opened.Root + "/" + Kind, Failure.message());
  }
  // Debug locations and prefix maps compare texts; a cache reached through a symbolic link has to have one name.
  fs::path Canonical = fs::canonical(Opened.Root, Failure);
  if (!Failure)
    Opened.Root = Canonical.string();
  if (access((Opened.Root + "/scratch").c_str(), W_OK) != 0)
    return Opened.cannotWrite(Opened.Root, std::strerror(errno));
  removeLeftovers(Opened.Root + "/scratch");
  return Opened;
}

std::string Workspace::below(std::string_view Kind, std::string_view Key, std::string_view Suffix) const {
  std::string Path = Root;
  Path.append("/").append(Kind).append("/").append(Key.substr(0, 2)).append("/").append(Key).append(Suffix);
  return Path;
}

std::string Workspace::object(std::string_view Hash) const {
  return below("objects", Hash, ".bc");
}
std::string Workspace::manifest(std::string_view Key) const {
  return below("manifests", Key, ".json");
}
std::string Workspace::program(std::string_view Key) const {
  return below("programs", Key, ".bc");
}
std::string Workspace::checkout(std::string_view Commit) const {
  return below("checkouts", Commit, "");
}
std::string Workspace::build(std::string_view Key) const {
  return below("builds", Key, "");
}
std::string Workspace::buildLog(std::string_view Key) const {
  return below("logs", Key, ".log");
}
std::string Workspace::plainBuild(std::string_view Key) const {
  return below("plain", Key, "");
}
std::string Workspace::buildPlace(std::string_view CommandHash) const {
  return below("places", CommandHash, "");
}

Error Workspace::cannotWrite(const std::string &Path, const std::string &Why) const {
  return analysisError("cannot write '" + Path + "': " + Why +
                       "; make room there, or set VERNIER_CACHE to a directory that can be written");
}

Status Workspace::write(const std::string &Path, std::string_view Contents) const {
  auto Scratch = scratchFile("tmp");
  if (!Scratch)
    return Scratch.takeError();
  std::error_code Failure;
  {
    llvm::raw_fd_ostream Stream(*Scratch, Failure);
    if (!Failure) {
      Stream << llvm::StringRef(Contents);
      Stream.close();
      Failure = Stream.error();
      Stream.clear_error();
    }
  }
  if (Failure) {
    std::error_code Ignored;
    fs::remove(*Scratch, Ignored);
    return cannotWrite(Path, Failure.message());
  }
  return publish(*Scratch, Path);
}

Result<std::string> Workspace::scratchFile(std::string_view Suffix) const {
  llvm::SmallString<128> Path;
  std::string Model = Root + "/scratch/%%%%%%%%%%%%." + std::string(Suffix);
  int Descriptor = -1;
  if (auto Failure = llvm::sys::fs::createUniqueFile(Model, Descriptor, Path, llvm::sys::fs::OF_None, 0644))
    return cannotWrite(Root + "/scratch", Failure.message());
  close(Descriptor);
  return Path.str().str();
}

Result<std::string> Workspace::scratchDirectory() const {
  llvm::SmallString<128> Path;
  if (auto Failure = llvm::sys::fs::createUniqueDirectory(Root + "/scratch/directory", Path))
    return cannotWrite(Root + "/scratch", Failure.message());
  return Path.str().str();
}

Status Workspace::publish(const std::string &Scratch, const std::string &Path) const {
  std::error_code Failure;
  fs::create_directories(fs::path(Path).parent_path(), Failure);
  if (!Failure)
    fs::rename(Scratch, Path, Failure);
  // A directory cannot replace one that has something in it: another run has published the same thing.
  bool FasterOne = Failure && fs::is_directory(Path);
  if (!Failure)
    return Done{};
  std::error_code Ignored;
  fs::remove_all(Scratch, Ignored);
  if (FasterOne)
    return Done{};
  return cannotWrite(Path, Failure.message());
}

Status Workspace::remove(const std::string &Path) const {
  std::error_code Failure;
  fs::remove_all(Path, Failure);
  if (Failure)
    return cannotWrite(Path, Failure.message());
  return Done{};
}

Result<FileLock> Workspace::lock(std::string_view Name) const {
  std::string Path = Root + "/locks/" + std::string(Name);
  int Descriptor = ::open(Path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (Descriptor < 0)
    return cannotWrite(Path, std::strerror(errno));
  FileLock Lock(Descriptor);
  while (flock(Descriptor, LOCK_EX) != 0)
    if (errno != EINTR)
      return cannotWrite(Path, std::strerror(errno));
  return Lock;
}

} // namespace vernier
