#include "project/GitHandles.h"
#include "project/TreeWriter.h"

#include <filesystem>

namespace vernier {

namespace fs = std::filesystem;

namespace {

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
  auto Writer = TreeWriter::into(Directory);
  if (!Writer)
    return Writer.takeError();
  std::optional<Error> Stopped;
  int Walked = walkTree(Tree->get(), [&](std::string Path, const git_tree_entry &Entry) {
    auto Kind = kindOf(git_tree_entry_filemode(&Entry));
    if (!Kind || Stopped || !Writer->accepts(Path, *Kind))
      return;
    git_blob *Blob = nullptr;
    if (git_blob_lookup(&Blob, Self->Repository.get(), git_tree_entry_id(&Entry)) != 0) {
      Stopped = Self->failure("cannot read " + Path + " of commit " + Commit);
      return;
    }
    BlobHandle Owner(Blob);
    std::string_view Contents(static_cast<const char *>(git_blob_rawcontent(Blob)), git_blob_rawsize(Blob));
    if (auto Written = Writer->write(Path, *Kind, Contents); !Written)
      Stopped = Written.takeError();
  });
  if (Stopped)
    return std::move(*Stopped);
  if (Walked != 0)
    return Self->failure("cannot list the tree of commit " + Commit);
  return Writer->finish();
}

} // namespace vernier
