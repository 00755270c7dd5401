#pragma once

#include "base/Result.h"

#include <string>
#include <vector>

namespace vernier {

/// What the user named as a version, before anything is built.
struct VersionSpec {
  enum class Kind {
    Files,     ///< C and C++ files
    Directory, ///< a directory with a compilation database, or one that a build command builds
    Bitcode,   ///< one .bc or .ll file
    Revision,  ///< a commit of a git repository
  };
  Kind What = Kind::Files;
  std::string Label;              ///< as the user wrote it
  std::vector<std::string> Files; ///< absolute; for Bitcode exactly one
  std::string Directory;          ///< absolute; for Revision what the repository is opened by
  std::string Commit;             ///< 40 hexadecimal digits, or the name of what the working tree holds
  bool WorkTree = false;          ///< a revision that is no commit, but what the working tree holds
  /// What the user wrote after `--`: relative to the version's root (Revision: to the root of the repository). A
  /// revision that has neither a build command nor a database is made of the sources that they name; otherwise they
  /// only narrow what is reported.
  std::vector<std::string> Paths;
};

struct VersionPair {
  VersionSpec Old, New;
};

/// Where relative names and revisions are looked up.
struct VersionContext {
  std::string WorkingDirectory; ///< empty: the process's own
  std::string Repository;       ///< a path in the repository; empty: WorkingDirectory
};

bool isSourceFile(const std::string &Path);
bool isCPlusPlusFile(const std::string &Path);

/// One version. What exists as a file or directory is that, even if a revision has the same name.
Result<VersionSpec> parseVersion(const std::string &Text, const VersionContext &Context = {},
                                 const std::vector<std::string> &Paths = {});

/// `OLD NEW`, `REV1..REV2`, `REV..` for what the working tree changed since, `REV` for what that commit changed
/// (REV^..REV), or nothing: HEAD against the working tree. Paths is what stands after `--`.
Result<VersionPair> parseVersions(const std::vector<std::string> &Texts, const VersionContext &Context = {},
                                  const std::vector<std::string> &Paths = {});

} // namespace vernier
