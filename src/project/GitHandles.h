#pragma once

// The state behind GitRepository; private to Git*.cpp, which alone include libgit2.

#include "project/Git.h"

#include <git2.h>

#include <functional>

namespace vernier {

template <class T, void (*Release)(T *)> struct GitDeleter {
  void operator()(T *Pointer) const { Release(Pointer); }
};
template <class T, void (*Release)(T *)> using GitHandle = std::unique_ptr<T, GitDeleter<T, Release>>;

using RepositoryHandle = GitHandle<git_repository, git_repository_free>;
using ObjectHandle = GitHandle<git_object, git_object_free>;
using CommitHandle = GitHandle<git_commit, git_commit_free>;
using TreeHandle = GitHandle<git_tree, git_tree_free>;
using TreeEntryHandle = GitHandle<git_tree_entry, git_tree_entry_free>;
using BlobHandle = GitHandle<git_blob, git_blob_free>;
using DiffHandle = GitHandle<git_diff, git_diff_free>;
using StatusHandle = GitHandle<git_status_list, git_status_list_free>;
using FiltersHandle = GitHandle<git_filter_list, git_filter_list_free>;
using WalkHandle = GitHandle<git_revwalk, git_revwalk_free>;

struct GitRepository::State {
  RepositoryHandle Repository;
  std::string Prefix;

  std::string name() const;
  /// What libgit2 said about its last failure, as an error with a way out.
  Error failure(const std::string &What) const;
  Result<CommitHandle> commit(const std::string &Id) const;
  Result<TreeHandle> tree(const std::string &Commit) const;
  /// The raw differences of two commits; an empty OldCommit is the empty tree.
  Result<DiffHandle> diff(const std::string &OldCommit, const std::string &NewCommit,
                          const std::vector<std::string> &Paths) const;
  /// What Path has in the working tree, as git would store it: line ends and other filters undone.
  Result<std::string> storedContents(const std::string &Path, TreeEntry::Kind Kind) const;
  using FileVisitor = std::function<Status(const std::string &, TreeEntry::Kind, const std::string &)>;
  /// Every file of the working tree that is tracked or not ignored; the visitor stops the walk with an error.
  Status walkWorkTree(const FileVisitor &Visit) const;
  Result<bool> touches(const CommitInfo &Commit, const std::vector<std::string> &Paths) const;
};

} // namespace vernier
