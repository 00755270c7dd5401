#include "source/History.h"

#include "base/Budget.h"
#include "base/TextFile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace vernier {

namespace fs = std::filesystem;

namespace {

Result<MeasuredChange> finish(MeasuredChange Measured, const std::vector<FileChange> &Changes, const SourceReader &Read,
                              const Stopwatch &Watch, const ComplexityOptions &How = {}) {
  auto Complexity = measure(Changes, Read, How);
  if (!Complexity)
    return Complexity.takeError();
  Measured.Complexity = std::move(*Complexity);
  Measured.Seconds = Watch.seconds();
  return Measured;
}

SourceReader readerOf(const GitRepository &Repository, const std::string &Commit) {
  return [&Repository, Commit](const std::string &Path) -> std::optional<std::string> {
    auto Text = Repository.readFile(Commit, Path);
    return Text ? std::move(*Text) : std::nullopt;
  };
}

std::optional<std::string> readText(const fs::path &Path) {
  std::error_code Failure;
  if (!fs::is_regular_file(Path, Failure))
    return std::nullopt;
  auto Text = readTextFile(Path.string());
  return Text ? std::optional(std::move(*Text)) : std::nullopt;
}

/// The files below a directory by their path from there; links are not followed, .git is not entered.
Result<std::map<std::string, fs::path>> filesBelow(const std::string &Directory) {
  std::map<std::string, fs::path> Files;
  std::error_code Failure;
  for (fs::recursive_directory_iterator At(Directory, Failure), End; !Failure && At != End; At.increment(Failure)) {
    if (At->path().filename() == ".git")
      At.disable_recursion_pending();
    else if (At->is_regular_file() && !At->is_symlink())
      Files[At->path().lexically_relative(Directory).generic_string()] = At->path();
  }
  if (Failure)
    return analysisError("cannot read " + Directory + ": " + Failure.message());
  return Files;
}

/// Reads one side of a change; what is not text is left out with the reason.
Status readSide(const fs::path &Path, std::string &Text, FileChange &Change) {
  auto Read = readText(Path);
  if (!Read)
    return analysisError("cannot read " + Path.string());
  constexpr std::size_t Looked = 8000; // as git does
  if (Read->find('\0') < Looked) {
    Change.Binary = true;
    Change.Omitted = "binary file";
  }
  Text = std::move(*Read);
  return Done{};
}

Result<FileChange> readPair(const std::string &Name, const fs::path &Old, const fs::path &New) {
  FileChange Change;
  Change.Status = Old.empty() ? FileStatus::Added : New.empty() ? FileStatus::Removed : FileStatus::Modified;
  if (!Old.empty()) {
    Change.OldPath = Name;
    if (auto Read = readSide(Old, Change.OldText, Change); !Read)
      return Read.takeError();
  }
  if (!New.empty()) {
    Change.NewPath = Name;
    if (auto Read = readSide(New, Change.NewText, Change); !Read)
      return Read.takeError();
  }
  return Change;
}

bool selected(const std::string &Name, const std::vector<std::string> &Paths) {
  return Paths.empty() || std::any_of(Paths.begin(), Paths.end(), [&](std::string Path) {
           while (Path.size() > 1 && Path.back() == '/')
             Path.pop_back();
           return Name == Path || Path == "." || Name.compare(0, Path.size() + 1, Path + "/") == 0;
         });
}

Result<std::vector<FileChange>> compareDirectories(const std::string &Old, const std::string &New,
                                                   const std::vector<std::string> &Paths) {
  auto OldFiles = filesBelow(Old), NewFiles = filesBelow(New);
  if (!OldFiles)
    return OldFiles.takeError();
  if (!NewFiles)
    return NewFiles.takeError();
  std::map<std::string, std::pair<fs::path, fs::path>> Both;
  for (auto &[Name, Path] : *OldFiles)
    Both[Name].first = Path;
  for (auto &[Name, Path] : *NewFiles)
    Both[Name].second = Path;
  std::vector<FileChange> Changes;
  for (auto &[Name, Sides] : Both) {
    if (!selected(Name, Paths))
      continue;
    auto Change = readPair(Name, Sides.first, Sides.second);
    if (!Change)
      return Change.takeError();
    if (Change->OldText != Change->NewText || Change->Status != FileStatus::Modified)
      Changes.push_back(std::move(*Change));
  }
  return Changes;
}

} // namespace

Result<MeasuredChange> measureCommit(const GitRepository &Repository, const CommitInfo &Commit,
                                     const std::vector<std::string> &Paths, const ComplexityOptions &How) {
  Stopwatch Watch;
  ChangeOptions Options;
  Options.Paths = Paths;
  auto Changes = Repository.changesOf(Commit.Id, Options);
  if (!Changes)
    return Changes.takeError();
  return finish({Commit.Id, Commit.Subject, {}, 0}, *Changes, readerOf(Repository, Commit.Id), Watch, How);
}

Result<MeasuredChange> measureBetween(const GitRepository &Repository, const std::string &OldCommit,
                                      const std::string &NewCommit, const std::vector<std::string> &Paths) {
  Stopwatch Watch;
  ChangeOptions Options;
  Options.Paths = Paths;
  auto Changes = Repository.changes(OldCommit, NewCommit, Options);
  if (!Changes)
    return Changes.takeError();
  std::string Name = OldCommit + ".." + NewCommit;
  return finish({Name, Name, {}, 0}, *Changes, readerOf(Repository, NewCommit), Watch);
}

Result<MeasuredChange> measureTrees(const std::string &Old, const std::string &New,
                                    const std::vector<std::string> &Paths) {
  Stopwatch Watch;
  std::error_code Failure;
  for (auto &Path : {Old, New})
    if (!fs::exists(Path, Failure))
      return analysisError("no such file or directory: " + Path + "; give two files, two directories or git revisions");
  bool OldDirectory = fs::is_directory(Old, Failure), NewDirectory = fs::is_directory(New, Failure);
  if (OldDirectory != NewDirectory)
    return usageError("cannot compare a file with a directory: " + Old + " and " + New);
  std::vector<FileChange> Changes;
  fs::path Root = New;
  if (OldDirectory) {
    auto Compared = compareDirectories(Old, New, Paths);
    if (!Compared)
      return Compared.takeError();
    Changes = std::move(*Compared);
  } else {
    auto Change = readPair(fs::path(New).filename().string(), Old, New);
    if (!Change)
      return Change.takeError();
    Change->OldPath = fs::path(Old).filename().string();
    Changes.push_back(std::move(*Change));
    Root = fs::path(New).parent_path();
  }
  auto Read = [Root](const std::string &Path) { return readText(Root / Path); };
  return finish({Old + ".." + New, Old + " -> " + New, {}, 0}, Changes, Read, Watch);
}

} // namespace vernier
