#include "project/Git.h"

#include "project/GitHandles.h"

#include <algorithm>
#include <filesystem>

namespace vernier {

namespace {

std::string text(const git_oid *Id) {
  char Buffer[GIT_OID_HEXSZ + 1];
  git_oid_tostr(Buffer, sizeof Buffer, Id);
  return Buffer;
}

std::string lastMessage() {
  const git_error *Last = git_error_last();
  return Last && Last->message ? Last->message : "unknown failure";
}

void initialise() {
  static const bool Once = [] {
    git_libgit2_init();
    // The owner check protects programs that run hooks or filters from a repository's configuration. Nothing here does,
    // and continuous integration often checks out as another user.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    return true;
  }();
  (void)Once;
}

CommitInfo describe(const git_commit *Commit) {
  CommitInfo Info;
  Info.Id = text(git_commit_id(Commit));
  if (const char *Summary = git_commit_summary(const_cast<git_commit *>(Commit)))
    Info.Subject = Summary;
  const git_signature *Author = git_commit_author(Commit);
  Info.Author = Author->name;
  Info.AuthorTime = Author->when.time;
  for (unsigned I = 0, E = git_commit_parentcount(Commit); I != E; ++I)
    Info.Parents.push_back(text(git_commit_parent_id(Commit, I)));
  return Info;
}

/// Splits `A..B`; nothing if Text is not a range.
std::optional<std::pair<std::string, std::string>> splitRange(const std::string &Text) {
  auto Dots = Text.find("..");
  if (Dots == std::string::npos)
    return std::nullopt;
  auto OrHead = [](std::string Side) { return Side.empty() ? std::string("HEAD") : Side; };
  return std::pair(OrHead(Text.substr(0, Dots)), OrHead(Text.substr(Dots + 2)));
}

std::optional<Error> refuseSymmetric(const std::string &Range) {
  if (Range.find("...") == std::string::npos)
    return std::nullopt;
  return usageError("'" + Range +
                    "' has three dots; write A..B (for the changes since a merge base: $(git merge-base A B)..B)");
}

} // namespace

std::string GitRepository::State::name() const {
  const char *Work = git_repository_workdir(Repository.get());
  return Work ? Work : git_repository_path(Repository.get());
}

Error GitRepository::State::failure(const std::string &What) const {
  std::string Message = What + " in " + name() + ": " + lastMessage();
  if (git_repository_is_shallow(Repository.get()) == 1)
    Message += " (the clone is shallow: git fetch --unshallow)";
  return analysisError(Message);
}

Result<CommitHandle> GitRepository::State::commit(const std::string &Id) const {
  git_oid Oid;
  git_commit *Commit = nullptr;
  if (git_oid_fromstr(&Oid, Id.c_str()) != 0 || git_commit_lookup(&Commit, Repository.get(), &Oid) != 0)
    return failure("cannot read commit " + Id);
  return CommitHandle(Commit);
}

Result<TreeHandle> GitRepository::State::tree(const std::string &Id) const {
  auto Commit = commit(Id);
  if (!Commit)
    return Commit.takeError();
  git_tree *Tree = nullptr;
  if (git_commit_tree(&Tree, Commit->get()) != 0)
    return failure("cannot read the tree of commit " + Id);
  return TreeHandle(Tree);
}

GitRepository::GitRepository(std::unique_ptr<State> TheState) : Self(std::move(TheState)) {}
GitRepository::GitRepository(GitRepository &&) noexcept = default;
GitRepository &GitRepository::operator=(GitRepository &&) noexcept = default;
GitRepository::~GitRepository() = default;

Result<GitRepository> GitRepository::open(const std::string &Path) {
  namespace fs = std::filesystem;
  initialise();
  std::error_code Ignored;
  fs::path Absolute = fs::weakly_canonical(fs::absolute(Path.empty() ? "." : Path, Ignored), Ignored);
  fs::path Start = fs::is_directory(Absolute, Ignored) ? Absolute : Absolute.parent_path();
  git_repository *Repository = nullptr;
  if (git_repository_open_ext(&Repository, Start.c_str(), GIT_REPOSITORY_OPEN_CROSS_FS, nullptr) != 0) {
    int Class = git_error_last() ? git_error_last()->klass : 0;
    std::string Why = Class == GIT_ERROR_REPOSITORY || Class == GIT_ERROR_OS ? "" : " (" + lastMessage() + ")";
    return analysisError("not a git repository: " + Path + Why +
                         "; change into one, or give two files or directories instead of a revision");
  }
  auto Opened = std::make_unique<State>();
  Opened->Repository.reset(Repository);
  auto BelowOf = [&](const char *Directory) -> std::optional<fs::path> {
    fs::path Below = Start.lexically_relative(fs::canonical(Directory, Ignored));
    return Below.empty() || *Below.begin() == ".." ? std::nullopt : std::optional(Below);
  };
  // Inside the git directory itself, names are relative to the root; one without a configuration does not even say that
  // it is bare.
  if (const char *Work = git_repository_workdir(Repository); Work && !BelowOf(git_repository_path(Repository)))
    if (auto Below = BelowOf(Work); Below && *Below != ".")
      Opened->Prefix = Below->generic_string() + "/";
  return GitRepository(std::move(Opened));
}

std::string GitRepository::workTree() const {
  const char *Work = git_repository_workdir(Self->Repository.get());
  return Work ? Work : "";
}

std::string GitRepository::gitDirectory() const {
  return git_repository_path(Self->Repository.get());
}

const std::string &GitRepository::prefix() const {
  return Self->Prefix;
}

Result<std::string> GitRepository::resolve(const std::string &Revision) const {
  git_object *Found = nullptr;
  int Status = Revision.empty() ? GIT_ENOTFOUND
                                : git_revparse_single(&Found, Self->Repository.get(), (Revision + "^{commit}").c_str());
  ObjectHandle Object(Found);
  if (Status == 0)
    return text(git_object_id(Object.get()));
  if (Status == GIT_EAMBIGUOUS)
    return analysisError("revision '" + Revision + "' is ambiguous in " + Self->name() + "; give more digits");
  std::string Way = git_repository_head_unborn(Self->Repository.get()) == 1
                        ? "it has no commit yet"
                        : "`git log --oneline --all` lists the commits it has";
  if (git_repository_is_shallow(Self->Repository.get()) == 1)
    Way += " (the clone is shallow: git fetch --unshallow)";
  return analysisError("no revision '" + Revision + "' in " + Self->name() + "; " + Way);
}

Result<std::pair<std::string, std::string>> GitRepository::resolvePair(const std::string &Range) const {
  if (auto Refused = refuseSymmetric(Range))
    return *Refused;
  if (auto Sides = splitRange(Range)) {
    auto Old = resolve(Sides->first);
    if (!Old)
      return Old.takeError();
    auto New = resolve(Sides->second);
    if (!New)
      return New.takeError();
    return std::pair(*Old, *New);
  }
  auto New = resolve(Range);
  if (!New)
    return New.takeError();
  auto Info = info(*New);
  if (!Info)
    return Info.takeError();
  return std::pair(Info->Parents.empty() ? std::string() : Info->Parents.front(), *New);
}

Result<CommitInfo> GitRepository::info(const std::string &Id) const {
  auto Commit = Self->commit(Id);
  if (!Commit)
    return Commit.takeError();
  return describe(Commit->get());
}

Result<std::vector<CommitInfo>> GitRepository::commits(const CommitQuery &Query) const {
  if (auto Refused = refuseSymmetric(Query.Revision))
    return *Refused;
  auto Range = splitRange(Query.Revision);
  auto Tip = resolve(Range ? Range->second : Query.Revision);
  if (!Tip)
    return Tip.takeError();
  std::vector<CommitInfo> Found;
  if (!Range && !Query.Count) {
    auto Info = info(*Tip);
    if (!Info)
      return Info.takeError();
    return std::vector<CommitInfo>{std::move(*Info)};
  }

  git_revwalk *NewWalk = nullptr;
  if (git_revwalk_new(&NewWalk, Self->Repository.get()) != 0)
    return Self->failure("cannot walk the history");
  WalkHandle Walk(NewWalk);
  // A topological order needs the whole of what is walked; the newest few of a long history are found without.
  if (Range)
    git_revwalk_sorting(Walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME);
  if (Query.FirstParentOnly)
    git_revwalk_simplify_first_parent(Walk.get());
  git_oid Oid;
  git_oid_fromstr(&Oid, Tip->c_str());
  if (git_revwalk_push(Walk.get(), &Oid) != 0)
    return Self->failure("cannot walk the history of " + Query.Revision);
  if (Range) {
    auto Base = resolve(Range->first);
    if (!Base)
      return Base.takeError();
    git_oid_fromstr(&Oid, Base->c_str());
    if (git_revwalk_hide(Walk.get(), &Oid) != 0)
      return Self->failure("cannot walk the history of " + Query.Revision);
  }
  int Status = 0;
  while ((!Query.Count || Found.size() < *Query.Count) && (Status = git_revwalk_next(&Oid, Walk.get())) == 0) {
    auto Info = info(text(&Oid));
    if (!Info)
      return Info.takeError();
    if (!Query.Paths.empty()) {
      auto Touched = Self->touches(*Info, Query.Paths);
      if (!Touched)
        return Touched.takeError();
      if (!*Touched)
        continue;
    }
    Found.push_back(std::move(*Info));
  }
  if (Status != 0 && Status != GIT_ITEROVER)
    return Self->failure("cannot walk the history of " + Query.Revision);
  std::reverse(Found.begin(), Found.end());
  return Found;
}

Result<std::optional<std::string>> GitRepository::readFile(const std::string &Commit, const std::string &Path) const {
  auto Tree = Self->tree(Commit);
  if (!Tree)
    return Tree.takeError();
  git_tree_entry *Found = nullptr;
  int Status = git_tree_entry_bypath(&Found, Tree->get(), Path.c_str());
  TreeEntryHandle Entry(Found);
  if (Status == GIT_ENOTFOUND || (Status == 0 && git_tree_entry_type(Found) != GIT_OBJECT_BLOB) ||
      (Status == 0 && git_tree_entry_filemode(Found) == GIT_FILEMODE_LINK))
    return std::optional<std::string>();
  git_blob *Contents = nullptr;
  if (Status != 0 || git_blob_lookup(&Contents, Self->Repository.get(), git_tree_entry_id(Found)) != 0)
    return Self->failure("cannot read " + Path + " of commit " + Commit);
  BlobHandle Blob(Contents);
  return std::optional<std::string>(
      std::string(static_cast<const char *>(git_blob_rawcontent(Contents)), git_blob_rawsize(Contents)));
}

} // namespace vernier
