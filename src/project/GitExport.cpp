#include "project/GitHandles.h"

#include <filesystem>
#include <fstream>

namespace vernier {

namespace fs = std::filesystem;

namespace {

/// A tree that git itself wrote has no such names; a hostile one may use them to write elsewhere.
bool isSafeName(const std::string &Name) {
  return !Name.empty() && Name != "." && Name != ".." && Name != ".git" && Name.find('/') == std::string::npos;
}

/// Whether a link at Path (relative to the root) can only lead below the root, whatever other links the tree has: it is
/// relative, and ".." stands only in front, where it climbs out of real directories.
bool staysInside(const std::string &Path, const std::string &Target) {
  fs::path Aim(Target);
  if (Target.empty() || Aim.is_absolute() || Target.find('\0') != std::string::npos)
    return false;
  fs::path Parent = fs::path(Path).parent_path();
  auto Depth = std::distance(Parent.begin(), Parent.end());
  bool Climbing = true;
  for (auto &Part : Aim) {
    if (Part == "..") {
      if (!Climbing || --Depth < 0)
        return false;
    } else if (Part != "." && !Part.empty()) {
      Climbing = false;
    }
  }
  return true;
}

std::optional<TreeEntry::Kind> kindOf(git_filemode_t Mode) {
  switch (Mode) {
  case GIT_FILEMODE_BLOB:
    return TreeEntry::Kind::File;
  case GIT_FILEMODE_BLOB_EXECUTABLE:
    return TreeEntry::Kind::Executable;
  case GIT_FILEMODE_LINK:
    return TreeEntry::Kind::Link;
  case GIT_FILEMODE_COMMIT:
    return TreeEntry::Kind::Submodule;
  case GIT_FILEMODE_TREE:
  case GIT_FILEMODE_UNREADABLE:
    break;
  }
  return std::nullopt;
}

/// Calls Visit(path, mode, object id) for every entry of a tree that is not a directory.
template <class Visitor> int walkTree(const git_tree *Tree, Visitor Visit) {
  return git_tree_walk(
      Tree, GIT_TREEWALK_PRE,
      [](const char *Root, const git_tree_entry *Entry, void *Payload) {
        (*static_cast<Visitor *>(Payload))(std::string(Root) + git_tree_entry_name(Entry), *Entry);
        return 0;
      },
      &Visit);
}

struct PendingLink {
  std::string Path;
  std::string Target;
};

bool pathIsSafe(const std::string &Path) {
  for (auto &Part : fs::path(Path))
    if (!isSafeName(Part.string()))
      return false;
  return true;
}

Status writeFile(const fs::path &Target, std::string_view Contents, bool Executable) {
  std::error_code Failure;
  fs::create_directories(Target.parent_path(), Failure);
  if (!Failure) {
    std::ofstream Out(Target, std::ios::binary | std::ios::trunc);
    Out.write(Contents.data(), static_cast<std::streamsize>(Contents.size()));
    Out.close();
    if (!Out)
      Failure = std::make_error_code(std::errc::io_error);
  }
  if (!Failure && Executable)
    fs::permissions(Target, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, Failure);
  if (Failure)
    return analysisError("cannot write " + Target.string() + ": " + Failure.message() +
                         "; check space and permissions");
  return Done{};
}

Status prepareDirectory(const std::string &Directory) {
  std::error_code Failure;
  fs::create_directories(Directory, Failure);
  bool Empty = !Failure && fs::is_empty(Directory, Failure);
  if (Failure)
    return analysisError("cannot create " + Directory + ": " + Failure.message());
  if (!Empty)
    return analysisError("cannot export into " + Directory + ": it is not empty; give a new directory");
  return Done{};
}

} // namespace

Result<std::vector<TreeEntry>> GitRepository::listTree(const std::string &Commit) const {
  auto Tree = Self->tree(Commit);
  if (!Tree)
    return Tree.takeError();
  std::vector<TreeEntry> Entries;
  int Status = walkTree(Tree->get(), [&](std::string Path, const git_tree_entry &Entry) {
    if (auto Kind = kindOf(git_tree_entry_filemode(&Entry)))
      Entries.push_back({std::move(Path), *Kind});
  });
  if (Status != 0)
    return Self->failure("cannot list the tree of commit " + Commit);
  return Entries;
}

Result<ExportReport> GitRepository::exportTree(const std::string &Commit, const std::string &Directory) const {
  auto Tree = Self->tree(Commit);
  if (!Tree)
    return Tree.takeError();
  if (auto Ready = prepareDirectory(Directory); !Ready)
    return Ready.takeError();
  ExportReport Report;
  std::vector<PendingLink> Links;
  std::optional<Error> Stopped;
  int Walked = walkTree(Tree->get(), [&](std::string Path, const git_tree_entry &Entry) {
    auto Kind = kindOf(git_tree_entry_filemode(&Entry));
    if (!Kind || Stopped)
      return;
    if (!pathIsSafe(Path)) {
      Report.Notes.push_back(Path + ": left out, its name would lead out of the tree");
      return;
    }
    if (*Kind == TreeEntry::Kind::Submodule) {
      Report.Notes.push_back(Path + ": submodule, left out");
      return;
    }
    git_blob *Found = nullptr;
    if (git_blob_lookup(&Found, Self->Repository.get(), git_tree_entry_id(&Entry)) != 0) {
      Stopped = Self->failure("cannot read " + Path + " of commit " + Commit);
      return;
    }
    BlobHandle Blob(Found);
    std::string_view Contents(static_cast<const char *>(git_blob_rawcontent(Found)), git_blob_rawsize(Found));
    if (*Kind == TreeEntry::Kind::Link) {
      Links.push_back({std::move(Path), std::string(Contents)});
      return;
    }
    if (auto Written = writeFile(fs::path(Directory) / Path, Contents, *Kind == TreeEntry::Kind::Executable); !Written)
      Stopped = Written.takeError();
    else
      ++Report.Files;
  });
  if (Stopped)
    return std::move(*Stopped);
  if (Walked != 0)
    return Self->failure("cannot list the tree of commit " + Commit);
  // Links come last: no file is ever written through one.
  for (auto &Link : Links) {
    if (!staysInside(Link.Path, Link.Target)) {
      Report.Notes.push_back(Link.Path + ": symbolic link to " + Link.Target + " leads out of the tree, left out");
      continue;
    }
    std::error_code Failure;
    fs::path Place = fs::path(Directory) / Link.Path;
    fs::create_directories(Place.parent_path(), Failure);
    fs::create_symlink(Link.Target, Place, Failure);
    if (Failure)
      return analysisError("cannot write " + Place.string() + ": " + Failure.message());
    ++Report.Files;
  }
  return Report;
}

} // namespace vernier
