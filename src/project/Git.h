#pragma once

#include "base/Result.h"
#include "project/FileChange.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

struct CommitInfo {
  std::string Id;      ///< 40 hexadecimal digits
  std::string Subject; ///< first paragraph of the message, on one line
  std::string Author;
  std::int64_t AuthorTime = 0; ///< seconds since 1970, UTC
  std::vector<std::string> Parents;
};

/// Which commits: those of a range, or the newest Count of what Revision reaches.
struct CommitQuery {
  /// `A..B` (either side may be missing: HEAD), or one revision: that commit alone unless Count is given.
  std::string Revision = "HEAD";
  std::optional<unsigned> Count;
  /// Follow first parents only, so that a merged branch is its merge commit and nothing else.
  bool FirstParentOnly = false;
  /// Only commits that change one of these paths (git's pathspecs, relative to the root); all when empty.
  std::vector<std::string> Paths;
};

struct ChangeOptions {
  std::vector<std::string> Paths; ///< git's pathspecs, relative to the root of the repository; all files when empty
  bool DetectRenames = true;
  std::uint64_t LargestFile = 32u << 20; ///< larger files are reported without contents
};

struct TreeEntry {
  enum class Kind { File, Executable, Link, Submodule };
  std::string Path;
  Kind What = Kind::File;
};

/// What an export left out, each with its reason.
struct ExportReport {
  unsigned Files = 0;
  std::vector<std::string> Notes;
};

/// A repository, opened for reading. Commits are named by the 40-digit ids that resolve() returns; every operation
/// reads the object database only, so that bare repositories and linked worktrees work alike and the user's worktree,
/// index and refs are never touched. Not to be shared between threads; open one for each.
class GitRepository {
public:
  /// Opens the repository that Path (a file or a directory) lies in.
  static Result<GitRepository> open(const std::string &Path);

  GitRepository(GitRepository &&) noexcept;
  GitRepository &operator=(GitRepository &&) noexcept;
  ~GitRepository();

  /// The root of the worktree with a trailing slash; empty for a bare repository.
  std::string workTree() const;
  /// The .git directory, or the bare repository itself.
  std::string gitDirectory() const;
  /// Where the path given to open() lies below the worktree ("src/", or "" at the root and in a bare repository): what
  /// paths on the command line are relative to.
  const std::string &prefix() const;

  /// The commit that a revision (branch, tag, abbreviated id, HEAD~2, ...) names.
  Result<std::string> resolve(const std::string &Revision) const;
  /// Both ends of `A..B`, or of one revision and its first parent; the first is empty for a root commit.
  Result<std::pair<std::string, std::string>> resolvePair(const std::string &Range) const;
  Result<CommitInfo> info(const std::string &Commit) const;
  /// Oldest first.
  Result<std::vector<CommitInfo>> commits(const CommitQuery &Query) const;

  /// The files that differ between two commits; an empty OldCommit is the empty tree.
  Result<std::vector<FileChange>> changes(const std::string &OldCommit, const std::string &NewCommit,
                                          const ChangeOptions &Options = {}) const;
  /// The files that a commit changes: against its first parent, or the empty tree for a root commit.
  Result<std::vector<FileChange>> changesOf(const std::string &Commit, const ChangeOptions &Options = {}) const;

  /// The contents of a file; nothing when the commit has no regular file of that name.
  Result<std::optional<std::string>> readFile(const std::string &Commit, const std::string &Path) const;
  Result<std::vector<TreeEntry>> listTree(const std::string &Commit) const;
  /// Writes the whole tree of a commit below Directory (created if missing, must be empty): contents as they are stored
  /// (no line-end or other filters), executable bits, and symbolic links that cannot lead out of Directory. Submodules
  /// and other links are left out with a note.
  Result<ExportReport> exportTree(const std::string &Commit, const std::string &Directory) const;

  /// A name for what the working tree holds now: the files that git tracks and those that it does not ignore, with
  /// their contents. Equal names are equal trees.
  Result<std::string> workTreeName() const;
  /// Writes them as exportTree does, if they still are what Name says.
  Result<ExportReport> exportWorkTree(const std::string &Name, const std::string &Directory) const;

private:
  struct State;
  explicit GitRepository(std::unique_ptr<State> TheState);
  std::unique_ptr<State> Self;
};

} // namespace vernier
