#include "project/VersionSpec.h"

#include "project/Git.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/Path.h>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace vernier {

namespace {

enum class FileKind { Missing, Directory, Source, Bitcode, Other };

std::string workingDirectory(const VersionContext &Context) {
  std::error_code Ignored;
  fs::path Here = fs::current_path(Ignored);
  return Context.WorkingDirectory.empty() ? Here.string() : (Here / Context.WorkingDirectory).string();
}

/// Absolute, with the directory's symbolic links resolved and the last component as it is spelled.
std::string absolutePath(const std::string &Path, const VersionContext &Context) {
  fs::path Whole = (fs::path(workingDirectory(Context)) / Path);
  std::error_code Failure;
  if (Path.empty() || Whole.filename().empty() || Whole.filename() == "." || Whole.filename() == "..")
    return fs::weakly_canonical(Whole, Failure).string();
  fs::path Parent = fs::weakly_canonical(Whole.parent_path(), Failure);
  return Failure ? Whole.lexically_normal().string() : (Parent / Whole.filename()).string();
}

bool startsAsBitcode(const std::string &Path) {
  char Magic[4] = {};
  std::ifstream(Path, std::ios::binary).read(Magic, 4);
  return std::string_view(Magic, 4) == std::string_view("BC\xC0\xDE", 4);
}

FileKind kindOf(const std::string &Path) {
  std::error_code Failure;
  auto Status = fs::status(Path, Failure);
  if (!fs::exists(Status))
    return FileKind::Missing;
  if (fs::is_directory(Status))
    return FileKind::Directory;
  llvm::StringRef Extension = llvm::sys::path::extension(Path);
  if (Extension == ".bc" || Extension == ".ll")
    return FileKind::Bitcode;
  if (isSourceFile(Path))
    return FileKind::Source;
  return startsAsBitcode(Path) ? FileKind::Bitcode : FileKind::Other;
}

Error notAVersion(const std::string &Text) {
  return usageError("'" + Text +
                    "' is neither a C/C++ source file (.c, .cc, .cpp, .cxx, ...), a directory, nor LLVM bitcode (.bc, "
                    ".ll); name the sources, or the directory and how to build it (--build)");
}

Result<VersionSpec> parseFiles(const std::string &Text, const VersionContext &Context) {
  VersionSpec Spec;
  Spec.Label = Text;
  llvm::SmallVector<llvm::StringRef, 8> Names;
  llvm::StringRef(Text).split(Names, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Name : Names) {
    std::string Path = absolutePath(Name.str(), Context);
    switch (kindOf(Path)) {
    case FileKind::Source:
      Spec.Files.push_back(Path);
      break;
    case FileKind::Missing:
      return analysisError("no such file: '" + Name.str() + "'; check the name (several files are joined by commas)");
    case FileKind::Directory:
    case FileKind::Bitcode:
      return usageError("'" + Name.str() + "' in '" + Text +
                        "' is no C/C++ source file; only source files can be joined by commas");
    case FileKind::Other:
      return notAVersion(Name.str());
    }
  }
  if (Spec.Files.empty())
    return usageError("a version without a name; give files, a directory, bitcode or a git revision");
  return Spec;
}

Result<GitRepository> openRepository(const VersionContext &Context) {
  return GitRepository::open(Context.Repository.empty() ? workingDirectory(Context) : Context.Repository);
}

VersionSpec revisionSpec(const GitRepository &Repository, std::string Commit, std::string Label,
                         const std::vector<std::string> &Paths) {
  VersionSpec Spec;
  Spec.What = VersionSpec::Kind::Revision;
  Spec.Label = std::move(Label);
  Spec.Directory = Repository.gitDirectory();
  Spec.Commit = std::move(Commit);
  for (const std::string &Path : Paths)
    Spec.Paths.push_back((fs::path(Repository.prefix()) / Path).lexically_normal().string());
  return Spec;
}

bool looksLikeAPath(const std::string &Text) {
  return Text.starts_with("/") || Text.starts_with("./") || Text.starts_with("../") || isSourceFile(Text) ||
         llvm::StringRef(Text).ends_with(".bc") || llvm::StringRef(Text).ends_with(".ll") ||
         llvm::StringRef(Text).ends_with("/");
}

Error noSuchFile(const std::string &Text) {
  return analysisError("no such file or directory: '" + Text + "'; check the name and the current directory");
}

Result<VersionSpec> parseRevision(const std::string &Text, const VersionContext &Context,
                                  const std::vector<std::string> &Paths) {
  auto Repository = openRepository(Context);
  if (!Repository)
    return analysisError("'" + Text +
                         "' is no file or directory, and no git revision either: " + Repository.error().Message);
  auto Commit = Repository->resolve(Text);
  if (!Commit)
    return looksLikeAPath(Text) ? noSuchFile(Text) : Commit.takeError();
  return revisionSpec(*Repository, *Commit, Text, Paths);
}

Result<VersionPair> againstWorkTree(const GitRepository &Repository, const std::string &Revision,
                                    const std::vector<std::string> &Paths) {
  auto Commit = Repository.resolve(Revision);
  if (!Commit)
    return Commit.takeError();
  auto Name = Repository.workTreeName();
  if (!Name)
    return Name.takeError();
  VersionPair Pair{revisionSpec(Repository, *Commit, Revision, Paths),
                   revisionSpec(Repository, *Name, "the working tree", Paths)};
  Pair.New.WorkTree = true;
  return Pair;
}

Result<VersionPair> headAgainstWorkTree(const VersionContext &Context, const std::vector<std::string> &Paths) {
  auto Repository = openRepository(Context);
  if (!Repository)
    return usageError("no versions are given, and this is no git repository whose changes could be compared with HEAD; "
                      "give OLD NEW, REV1..REV2 or REV (see --help)");
  return againstWorkTree(*Repository, "HEAD", Paths);
}

Result<VersionPair> parseRange(const std::string &Text, const VersionContext &Context,
                               const std::vector<std::string> &Paths) {
  auto Repository = openRepository(Context);
  if (!Repository)
    return analysisError("'" + Text + "' names both versions only in a git repository: " + Repository.error().Message);
  if (llvm::StringRef Revision = Text; Revision.consume_back("..") && !Revision.empty() && !Revision.ends_with("."))
    return againstWorkTree(*Repository, Revision.str(), Paths);
  auto Ends = Repository->resolvePair(Text);
  if (!Ends)
    return Ends.takeError();
  if (Ends->first.empty())
    return analysisError("commit '" + Text +
                         "' has no parent, so there is no older version to compare it with; give two versions");
  auto Dots = Text.find("..");
  std::string Old = Dots == std::string::npos ? Text + "^" : Text.substr(0, Dots);
  std::string New = Dots == std::string::npos ? Text : Text.substr(Dots + 2);
  return VersionPair{revisionSpec(*Repository, Ends->first, Old.empty() ? "HEAD" : Old, Paths),
                     revisionSpec(*Repository, Ends->second, New.empty() ? "HEAD" : New, Paths)};
}

} // namespace

bool isCPlusPlusFile(const std::string &Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases(".cc", ".cpp", ".cxx", ".c++", ".cp", true)
      .Cases(".C", ".CC", ".CPP", ".CXX", ".ii", true)
      .Default(false);
}

bool isSourceFile(const std::string &Path) {
  llvm::StringRef Extension = llvm::sys::path::extension(Path);
  return Extension == ".c" || Extension == ".i" || isCPlusPlusFile(Path);
}

Result<VersionSpec> parseVersion(const std::string &Text, const VersionContext &Context,
                                 const std::vector<std::string> &Paths) {
  if (Text.empty())
    return usageError("a version without a name; give files, a directory, bitcode or a git revision");
  std::string Path = absolutePath(Text, Context);
  FileKind Kind = kindOf(Path);
  if (Kind == FileKind::Missing && Text.find(',') == std::string::npos)
    return parseRevision(Text, Context, Paths);
  if (Kind == FileKind::Other)
    return notAVersion(Text);
  VersionSpec Spec;
  Spec.Label = Text;
  if (Kind == FileKind::Directory) {
    Spec.What = VersionSpec::Kind::Directory;
    std::error_code Failure;
    fs::path Canonical = fs::canonical(Path, Failure);
    Spec.Directory = Failure ? Path : Canonical.string();
  } else if (Kind == FileKind::Bitcode) {
    Spec.What = VersionSpec::Kind::Bitcode;
    Spec.Files = {Path};
  } else if (Kind == FileKind::Source) {
    Spec.Files = {Path};
  } else {
    auto Several = parseFiles(Text, Context);
    if (!Several)
      return Several;
    Spec = std::move(*Several);
  }
  Spec.Paths = Paths;
  return Spec;
}

Result<VersionPair> parseVersions(const std::vector<std::string> &Texts, const VersionContext &Context,
                                  const std::vector<std::string> &Paths) {
  if (Texts.empty())
    return headAgainstWorkTree(Context, Paths);
  if (Texts.size() == 2) {
    auto Old = parseVersion(Texts[0], Context, Paths);
    if (!Old)
      return Old.takeError();
    auto New = parseVersion(Texts[1], Context, Paths);
    if (!New)
      return New.takeError();
    return VersionPair{std::move(*Old), std::move(*New)};
  }
  if (Texts.size() != 1)
    return usageError("give two versions (OLD NEW), or a git revision or range (REV, REV1..REV2)");
  if (kindOf(absolutePath(Texts[0], Context)) != FileKind::Missing || Texts[0].find(',') != std::string::npos)
    return usageError("'" + Texts[0] + "' is one version; name the version to compare it with too (OLD NEW)");
  return parseRange(Texts[0], Context, Paths);
}

} // namespace vernier
