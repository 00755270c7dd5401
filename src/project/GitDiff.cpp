#include "project/GitHandles.h"

#include <algorithm>

namespace vernier {

namespace {

/// Why a side of a change has no contents; empty for a regular file.
std::string whyOmitted(const git_diff_file &File) {
  if (File.mode == GIT_FILEMODE_COMMIT)
    return "submodule";
  if (File.mode == GIT_FILEMODE_LINK)
    return "symbolic link";
  return {};
}

/// Reads one side of a change into Text; what stands in the way goes into Change.
Status readSide(git_repository *Repository, const git_diff_file &File, std::uint64_t Largest, std::string &Text,
                FileChange &Change) {
  if (git_oid_is_zero(&File.id))
    return Done{};
  if (auto Why = whyOmitted(File); !Why.empty()) {
    Change.Omitted = Why;
    return Done{};
  }
  git_blob *Found = nullptr;
  if (git_blob_lookup(&Found, Repository, &File.id) != 0)
    return analysisError(std::string("cannot read ") + File.path + " from the repository (damaged or partial clone?)");
  BlobHandle Blob(Found);
  std::uint64_t Size = git_blob_rawsize(Found);
  if (git_blob_is_binary(Found)) {
    Change.Binary = true;
    Change.Omitted = "binary file";
  } else if (Size > Largest) {
    Change.Omitted = "larger than " + std::to_string(Largest) + " bytes";
  } else {
    Text.assign(static_cast<const char *>(git_blob_rawcontent(Found)), Size);
  }
  return Done{};
}

std::optional<FileStatus> statusOf(git_delta_t Delta) {
  switch (Delta) {
  case GIT_DELTA_ADDED:
  case GIT_DELTA_COPIED:
    return FileStatus::Added;
  case GIT_DELTA_DELETED:
    return FileStatus::Removed;
  case GIT_DELTA_MODIFIED:
  case GIT_DELTA_TYPECHANGE:
    return FileStatus::Modified;
  case GIT_DELTA_RENAMED:
    return FileStatus::Renamed;
  case GIT_DELTA_UNMODIFIED:
  case GIT_DELTA_IGNORED:
  case GIT_DELTA_UNTRACKED:
  case GIT_DELTA_UNREADABLE:
  case GIT_DELTA_CONFLICTED:
    break; // differences of two trees have none of these
  }
  return std::nullopt;
}

Result<FileChange> readChange(git_repository *Repository, const git_diff_delta &Delta, FileStatus Status,
                              std::uint64_t Largest) {
  FileChange Change;
  Change.Status = Status;
  if (Status != FileStatus::Added)
    Change.OldPath = Delta.old_file.path;
  if (Status != FileStatus::Removed)
    Change.NewPath = Delta.new_file.path;
  if (Status != FileStatus::Added)
    if (auto Read = readSide(Repository, Delta.old_file, Largest, Change.OldText, Change); !Read)
      return Read.takeError();
  if (Status != FileStatus::Removed)
    if (auto Read = readSide(Repository, Delta.new_file, Largest, Change.NewText, Change); !Read)
      return Read.takeError();
  if (!Change.Omitted.empty()) {
    Change.OldText.clear();
    Change.NewText.clear();
  }
  return Change;
}

} // namespace

Result<DiffHandle> GitRepository::State::diff(const std::string &OldCommit, const std::string &NewCommit,
                                              const std::vector<std::string> &Paths) const {
  auto NewTree = tree(NewCommit);
  if (!NewTree)
    return NewTree.takeError();
  TreeHandle OldTree;
  if (!OldCommit.empty()) {
    auto Tree = tree(OldCommit);
    if (!Tree)
      return Tree.takeError();
    OldTree = std::move(*Tree);
  }
  std::vector<char *> Pointers;
  for (auto &Path : Paths)
    Pointers.push_back(const_cast<char *>(Path.c_str()));
  git_diff_options Options;
  git_diff_options_init(&Options, GIT_DIFF_OPTIONS_VERSION);
  Options.pathspec = {Pointers.data(), Pointers.size()};
  git_diff *Found = nullptr;
  if (git_diff_tree_to_tree(&Found, Repository.get(), OldTree.get(), NewTree->get(), &Options) != 0)
    return failure("cannot compare the trees of " + (OldCommit.empty() ? "nothing" : OldCommit) + " and " + NewCommit);
  return DiffHandle(Found);
}

Result<bool> GitRepository::State::touches(const CommitInfo &Commit, const std::vector<std::string> &Paths) const {
  auto Diff = diff(Commit.Parents.empty() ? std::string() : Commit.Parents.front(), Commit.Id, Paths);
  if (!Diff)
    return Diff.takeError();
  return git_diff_num_deltas(Diff->get()) != 0;
}

Result<std::vector<FileChange>> GitRepository::changes(const std::string &OldCommit, const std::string &NewCommit,
                                                       const ChangeOptions &Options) const {
  auto Diff = Self->diff(OldCommit, NewCommit, Options.Paths);
  if (!Diff)
    return Diff.takeError();
  if (Options.DetectRenames) {
    git_diff_find_options Similar;
    git_diff_find_options_init(&Similar, GIT_DIFF_FIND_OPTIONS_VERSION);
    Similar.flags = GIT_DIFF_FIND_RENAMES;
    if (git_diff_find_similar(Diff->get(), &Similar) != 0)
      return Self->failure("cannot look for renamed files");
  }
  std::vector<FileChange> Changes;
  for (std::size_t I = 0, E = git_diff_num_deltas(Diff->get()); I != E; ++I) {
    const git_diff_delta *Delta = git_diff_get_delta(Diff->get(), I);
    auto Status = statusOf(Delta->status);
    if (!Status)
      continue;
    auto Change = readChange(Self->Repository.get(), *Delta, *Status, Options.LargestFile);
    if (!Change)
      return Change.takeError();
    Changes.push_back(std::move(*Change));
  }
  std::sort(Changes.begin(), Changes.end(),
            [](const FileChange &A, const FileChange &B) { return A.path() < B.path(); });
  return Changes;
}

Result<std::vector<FileChange>> GitRepository::changesOf(const std::string &Commit,
                                                         const ChangeOptions &Options) const {
  auto Info = info(Commit);
  if (!Info)
    return Info.takeError();
  return changes(Info->Parents.empty() ? std::string() : Info->Parents.front(), Commit, Options);
}

} // namespace vernier
