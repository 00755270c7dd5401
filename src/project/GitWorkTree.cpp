#include "project/GitHandles.h"
#include "project/Hash.h"
#include "project/TreeWriter.h"

#include <filesystem>

namespace vernier {

namespace fs = std::filesystem;

namespace {

std::optional<TreeEntry::Kind> kindOnDisk(const fs::path &File) {
  std::error_code Failure;
  fs::file_status Status = fs::symlink_status(File, Failure);
  if (fs::is_symlink(Status))
    return TreeEntry::Kind::Link;
  if (fs::is_directory(Status))
    return TreeEntry::Kind::Submodule;
  if (!fs::is_regular_file(Status))
    return std::nullopt;
  bool Executable = (Status.permissions() & fs::perms::owner_exec) != fs::perms::none;
  return Executable ? TreeEntry::Kind::Executable : TreeEntry::Kind::File;
}

/// Paths of what is tracked or not ignored, each once, in git's order.
std::vector<std::string> pathsOf(git_status_list *List) {
  std::vector<std::string> Paths;
  for (std::size_t Index = 0, Count = git_status_list_entrycount(List); Index < Count; ++Index) {
    const git_status_entry *Entry = git_status_byindex(List, Index);
    const git_diff_delta *Delta = Entry->index_to_workdir ? Entry->index_to_workdir : Entry->head_to_index;
    if (Delta && (Entry->status & GIT_STATUS_IGNORED) == 0)
      Paths.push_back(Delta->new_file.path);
  }
  return Paths;
}

void addTo(ContentHash &Hash, const std::string &Path, TreeEntry::Kind Kind, const std::string &Contents) {
  Hash.add(Path).add(std::to_string(static_cast<int>(Kind))).add(Contents);
}

std::string nameOf(ContentHash &Hash) {
  return "worktree-" + Hash.text();
}

} // namespace

Result<std::string> GitRepository::State::storedContents(const std::string &Path, TreeEntry::Kind Kind) const {
  if (Kind == TreeEntry::Kind::Submodule)
    return std::string();
  if (Kind == TreeEntry::Kind::Link) {
    std::error_code Failure;
    std::string Target = fs::read_symlink(fs::path(git_repository_workdir(Repository.get())) / Path, Failure).string();
    if (Failure)
      return analysisError("cannot read " + Path + " of the working tree: " + Failure.message());
    return Target;
  }
  git_filter_list *Loaded = nullptr;
  if (git_filter_list_load(&Loaded, Repository.get(), nullptr, Path.c_str(), GIT_FILTER_TO_ODB, GIT_FILTER_DEFAULT) !=
      0)
    return failure("cannot read the attributes of " + Path);
  FiltersHandle Filters(Loaded);
  git_buf Contents = GIT_BUF_INIT;
  int Read = git_filter_list_apply_to_file(&Contents, Filters.get(), Repository.get(), Path.c_str());
  std::string Text = Read == 0 ? std::string(Contents.ptr, Contents.size) : std::string();
  git_buf_dispose(&Contents);
  if (Read != 0)
    return failure("cannot read " + Path + " of the working tree");
  return Text;
}

Status GitRepository::State::walkWorkTree(const FileVisitor &Visit) const {
  const char *Root = git_repository_workdir(Repository.get());
  if (!Root)
    return analysisError("repository " + name() + " has no working tree; name two revisions: REV1..REV2");
  git_status_options Options = {};
  git_status_options_init(&Options, GIT_STATUS_OPTIONS_VERSION);
  Options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
  Options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS |
                  GIT_STATUS_OPT_INCLUDE_UNMODIFIED | GIT_STATUS_OPT_NO_REFRESH;
  git_status_list *List = nullptr;
  if (git_status_list_new(&List, Repository.get(), &Options) != 0)
    return failure("cannot list the working tree of " + name());
  StatusHandle Owner(List);
  for (const std::string &Path : pathsOf(List)) {
    std::optional<TreeEntry::Kind> Kind = kindOnDisk(fs::path(Root) / Path);
    if (!Kind)
      continue;
    auto Contents = storedContents(Path, *Kind);
    if (!Contents)
      return Contents.takeError();
    if (Status Visited = Visit(Path, *Kind, *Contents); !Visited)
      return Visited;
  }
  return Done{};
}

Result<std::string> GitRepository::workTreeName() const {
  ContentHash Hash;
  auto Walked = Self->walkWorkTree([&](const std::string &Path, TreeEntry::Kind Kind, const std::string &Contents) {
    addTo(Hash, Path, Kind, Contents);
    return Status(Done{});
  });
  if (!Walked)
    return Walked.takeError();
  return nameOf(Hash);
}

Result<ExportReport> GitRepository::exportWorkTree(const std::string &Name, const std::string &Directory) const {
  auto Writer = TreeWriter::into(Directory);
  if (!Writer)
    return Writer.takeError();
  ContentHash Hash;
  auto Walked = Self->walkWorkTree([&](const std::string &Path, TreeEntry::Kind Kind, const std::string &Contents) {
    addTo(Hash, Path, Kind, Contents);
    return Writer->accepts(Path, Kind) ? Writer->write(Path, Kind, Contents) : Status(Done{});
  });
  if (!Walked)
    return Walked.takeError();
  if (nameOf(Hash) != Name)
    return analysisError("the working tree changed while it was read; run the command again");
  return Writer->finish();
}

} // namespace vernier
