#include "project/Tree.h"

#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <vector>

namespace fs = std::filesystem;

namespace vernier {

namespace {

bool isSkipped(const fs::path &Path, const TreeFilter &Filter) {
  if (Path.filename() == ".git" || (!Filter.Except.empty() && Path == Filter.Except))
    return true;
  return Filter.SkipObjects && llvm::StringSwitch<bool>(Path.extension().string())
                                   .Cases(".o", ".a", ".lo", ".la", ".so", true)
                                   .Default(false);
}

struct Entry {
  std::string Name; ///< relative
  fs::file_type Kind;
  fs::perms Mode;
};

/// In an order that does not depend on the file system. A directory comes before what it holds.
Result<std::vector<Entry>> list(const std::string &Directory, const TreeFilter &Filter) {
  std::vector<Entry> Entries;
  std::error_code Failure;
  fs::recursive_directory_iterator At(Directory, Failure), End;
  while (!Failure && At != End) {
    fs::file_status Status = At->symlink_status(Failure);
    bool Skip = isSkipped(At->path(), Filter);
    if (Skip && fs::is_directory(Status))
      At.disable_recursion_pending();
    if (!Skip && (fs::is_directory(Status) || fs::is_regular_file(Status) || fs::is_symlink(Status)))
      Entries.push_back({At->path().lexically_relative(Directory).string(), Status.type(), Status.permissions()});
    if (!Failure)
      At.increment(Failure);
  }
  if (Failure)
    return analysisError("cannot read all of '" + Directory + "': " + Failure.message());
  llvm::sort(Entries, [](const Entry &A, const Entry &B) { return A.Name < B.Name; });
  return Entries;
}

bool isExecutable(const Entry &E) {
  return (E.Mode & fs::perms::owner_exec) != fs::perms::none;
}

Status copyEntry(const Entry &E, const fs::path &From, const fs::path &To) {
  std::error_code Failure;
  if (E.Kind == fs::file_type::directory)
    fs::create_directories(To, Failure);
  else if (E.Kind == fs::file_type::symlink)
    fs::copy_symlink(From, To, Failure);
  else
    fs::copy_file(From, To, Failure);
  if (!Failure && E.Kind == fs::file_type::regular) {
    fs::permissions(To, E.Mode | fs::perms::owner_read | fs::perms::owner_write, Failure);
    auto Time = fs::last_write_time(From, Failure);
    if (!Failure)
      fs::last_write_time(To, Time, Failure);
  }
  if (Failure)
    return analysisError("cannot copy '" + From.string() + "' to '" + To.string() + "': " + Failure.message() +
                         "; make room, or set VERNIER_CACHE to another directory");
  return Done{};
}

} // namespace

Result<std::string> hashTree(const std::string &Directory, const TreeFilter &Filter) {
  auto Entries = list(Directory, Filter);
  if (!Entries)
    return Entries.takeError();
  ContentHash Hash;
  for (const Entry &E : *Entries) {
    std::string Path = Directory + "/" + E.Name;
    Hash.add(E.Name);
    if (E.Kind == fs::file_type::directory) {
      Hash.add("directory");
    } else if (E.Kind == fs::file_type::symlink) {
      std::error_code Failure;
      Hash.add("link").add(fs::read_symlink(Path, Failure).string());
    } else {
      auto Text = readTextFile(Path);
      if (!Text)
        return Text.takeError();
      Hash.add(isExecutable(E) ? "program" : "file").add(*Text);
    }
  }
  return Hash.text();
}

Status setTimes(const std::string &Directory, std::int64_t Seconds) {
  TreeFilter Everything;
  Everything.SkipObjects = false;
  auto Entries = list(Directory, Everything);
  if (!Entries)
    return Entries.takeError();
  timespec Times[2] = {{static_cast<time_t>(Seconds), 0}, {static_cast<time_t>(Seconds), 0}};
  for (const Entry &E : *Entries)
    if (utimensat(AT_FDCWD, (Directory + "/" + E.Name).c_str(), Times, AT_SYMLINK_NOFOLLOW) != 0)
      return analysisError("cannot set the time of '" + Directory + "/" + E.Name + "': " + std::strerror(errno));
  return Done{};
}

Status copyTree(const std::string &From, const std::string &To, const TreeFilter &Filter) {
  auto Entries = list(From, Filter);
  if (!Entries)
    return Entries.takeError();
  std::error_code Failure;
  fs::create_directories(To, Failure);
  if (Failure)
    return analysisError("cannot create '" + To + "': " + Failure.message());
  for (const Entry &E : *Entries)
    if (auto Copied = copyEntry(E, fs::path(From) / E.Name, fs::path(To) / E.Name); !Copied)
      return Copied;
  return Done{};
}

} // namespace vernier
