#pragma once

#include "base/Result.h"

#include <memory>
#include <string>
#include <string_view>

namespace vernier {

/// Held while it lives; other processes that want the same lock wait. Freed by the kernel when the process dies.
class FileLock {
public:
  explicit FileLock(int Descriptor) : Descriptor(Descriptor) {}
  FileLock(FileLock &&Other) noexcept : Descriptor(Other.Descriptor) { Other.Descriptor = -1; }
  FileLock &operator=(FileLock &&) = delete;
  ~FileLock();

private:
  int Descriptor;
};

/// Owns every path that Vernier writes outside of what the user names on the command line. Everything in it can be
/// deleted at any time: it is a cache. Files appear complete or not at all (written elsewhere, then renamed), so that
/// any number of runs can share it.
///
///   objects/    bitcode of single translation units, named by the hash of their contents
///   manifests/  what a compilation read, and the object that came out
///   programs/   linked modules
///   checkouts/  exported git revisions, by commit
///   places/     where builds run (see buildPlace)
///   builds/     finished builds with their trees, by the hash of tree and command
///   plain/      executables for runs (execution/builds/PlainBuild.h)
///   logs/       what builds printed
///   locks/      for FileLock
///   scratch/    files that are being written
class Workspace {
public:
  /// $VERNIER_CACHE, else $XDG_CACHE_HOME/vernier, else ~/.cache/vernier.
  static Result<Workspace> open();
  static Result<Workspace> at(const std::string &Root);

  const std::string &root() const { return Root; }

  std::string object(std::string_view Hash) const;
  std::string manifest(std::string_view Key) const;
  std::string program(std::string_view Key) const;
  std::string checkout(std::string_view Commit) const;
  std::string build(std::string_view Key) const;
  std::string buildLog(std::string_view Key) const;
  /// A directory: the executable and the names that were missing.
  std::string plainBuild(std::string_view Key) const;
  /// Builds of one command run in the same place, one after the other, so that absolute paths that a build puts into
  /// its objects are the same in every version.
  std::string buildPlace(std::string_view CommandHash) const;

  /// Makes the contents visible under Path at once and completely.
  Status write(const std::string &Path, std::string_view Contents) const;
  /// The name of a new, empty file to write to before publish().
  Result<std::string> scratchFile(std::string_view Suffix) const;
  /// The name of a new, empty directory.
  Result<std::string> scratchDirectory() const;
  /// Moves a finished scratch file or directory to its place. If another run was faster, that one's stays.
  Status publish(const std::string &Scratch, const std::string &Path) const;
  Status remove(const std::string &Path) const;
  Result<FileLock> lock(std::string_view Name) const;

private:
  explicit Workspace(std::string Root) : Root(std::move(Root)) {}
  std::string below(std::string_view Kind, std::string_view Key, std::string_view Suffix) const;
  Error cannotWrite(const std::string &Path, const std::string &Why) const;

  std::string Root;
};

} // namespace vernier
