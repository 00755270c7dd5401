#include "project/Tree.h"

#include "base/TextFile.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <map>
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

/// A link is what it leads to by name; what cannot be read is like nothing else.
std::string contentsOf(const std::string &Path) {
  std::error_code Failure;
  if (fs::is_symlink(fs::symlink_status(Path, Failure)))
    return "link " + fs::read_symlink(Path, Failure).string();
  auto Text = readTextFile(Path);
  return Text ? *Text : "unreadable " + Path;
}

/// Executables, objects and archives.
bool isMadeByTools(llvm::StringRef Contents) {
  return Contents.starts_with("\x7f"
                              "ELF") ||
         Contents.starts_with("!<arch>\n");
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

Result<std::vector<FileChange>> changedFiles(const std::string &OldDirectory, const std::string &NewDirectory,
                                             const TreeFilter &Filter) {
  std::map<std::string, std::pair<bool, bool>> Sides; // by name: which versions have it
  for (bool IsNew : {false, true}) {
    auto Entries = list(IsNew ? NewDirectory : OldDirectory, Filter);
    if (!Entries)
      return Entries.takeError();
    for (const Entry &E : *Entries)
      if (E.Kind != fs::file_type::directory)
        (IsNew ? Sides[E.Name].second : Sides[E.Name].first) = true;
  }
  std::vector<FileChange> Changes;
  for (const auto &[Name, Has] : Sides) {
    std::string Old = Has.first ? contentsOf(OldDirectory + "/" + Name) : "";
    std::string New = Has.second ? contentsOf(NewDirectory + "/" + Name) : "";
    if ((Has.first && Has.second && Old == New) || isMadeByTools(Has.second ? New : Old))
      continue;
    FileChange Change;
    Change.Status = !Has.first ? FileStatus::Added : !Has.second ? FileStatus::Removed : FileStatus::Modified;
    Change.OldPath = Has.first ? Name : "";
    Change.NewPath = Has.second ? Name : "";
    Change.Omitted = "not read";
    Changes.push_back(std::move(Change));
  }
  return Changes;
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
