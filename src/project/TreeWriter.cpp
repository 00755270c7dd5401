#include "project/TreeWriter.h"

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

} // namespace

Result<TreeWriter> TreeWriter::into(const std::string &Directory) {
  std::error_code Failure;
  fs::create_directories(Directory, Failure);
  bool Empty = !Failure && fs::is_empty(Directory, Failure);
  if (Failure)
    return analysisError("cannot create " + Directory + ": " + Failure.message());
  if (!Empty)
    return analysisError("cannot export into " + Directory + ": it is not empty; give a new directory");
  return TreeWriter(Directory);
}

bool TreeWriter::accepts(const std::string &Path, TreeEntry::Kind Kind) {
  if (!pathIsSafe(Path))
    Report.Notes.push_back(Path + ": left out, its name would lead out of the tree");
  else if (Kind == TreeEntry::Kind::Submodule)
    Report.Notes.push_back(Path + ": submodule, left out");
  else
    return true;
  return false;
}

Status TreeWriter::write(const std::string &Path, TreeEntry::Kind Kind, std::string_view Contents) {
  if (Kind == TreeEntry::Kind::Link) {
    Links.push_back({Path, std::string(Contents)});
    return Done{};
  }
  ++Report.Files;
  return writeFile(fs::path(Directory) / Path, Contents, Kind == TreeEntry::Kind::Executable);
}

Result<ExportReport> TreeWriter::finish() {
  for (const Link &Wanted : Links) {
    if (!staysInside(Wanted.Path, Wanted.Target)) {
      Report.Notes.push_back(Wanted.Path + ": symbolic link to " + Wanted.Target + " leads out of the tree, left out");
      continue;
    }
    std::error_code Failure;
    fs::path Name = fs::path(Directory) / Wanted.Path;
    fs::create_directories(Name.parent_path(), Failure);
    fs::create_symlink(Wanted.Target, Name, Failure);
    if (Failure)
      return analysisError("cannot write " + Name.string() + ": " + Failure.message());
    ++Report.Files;
  }
  return std::move(Report);
}

} // namespace vernier
