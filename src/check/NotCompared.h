#pragma once

#include "bitcode/BuildTargets.h"
#include "project/FileChange.h"
#include "verdict/Verdict.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What a changed file is to the program, by its name and place. The rule is written down in docs/check.md.
enum class FileRole {
  Code,          ///< sources, headers, assembly, linker scripts, grammars
  BuildFile,     ///< what it does to compile and link commands was compared
  Documentation, ///< for people, and what keeps a project in order
  Test,          ///< in a directory or under a name of tests
  Data,          ///< everything else: scripts, data, translations
};

FileRole roleOf(const std::string &Path);

/// Something that changed and lies outside of what was compared.
struct NotComparedItem {
  enum class Kind { File, Target, Setting };
  Kind What = Kind::File;
  std::string Name;
  FileStatus Status = FileStatus::Modified;
  std::string Reason; ///< for people
};

/// `file`, `target`, `setting`.
std::string_view toString(NotComparedItem::Kind What);
/// `added`, `removed`, `modified`.
std::string_view changeName(FileStatus Status);

struct NotCompared {
  std::vector<NotComparedItem> Items;      ///< with one of these nothing may be called equal
  std::vector<NotComparedItem> NotInBuild; ///< changed files that no target is made of: told, and no obstacle
  /// Macros that changed code names, and that need not be what they are in our builds: of the compiler, its options and
  /// the day.
  std::set<std::string> Macros{};
  std::set<std::string> Inactive{}; ///< changed text that our builds leave out, of files that were not compared
};

/// The targets of a pair that have to be compared, and those that need not be.
struct TargetChoice {
  std::vector<std::string> Compare;   ///< in the order in which to compare them; they are in both versions
  std::vector<std::string> Unchanged; ///< the same code, made in the same way
  std::vector<std::string> Tests;     ///< changed executables that are made of tests: what they do is no one's business
  std::vector<std::string> Alone;     ///< only one version has them
  std::vector<std::string> Broken;    ///< they cannot be built of bitcode, and are not known to be the same
};

TargetChoice chooseTargets(const BuildInventory &Old, const BuildInventory &New, const Workspace &Space);

/// Compared: the names of the targets that were.
NotCompared findNotCompared(const BuildInventory &Old, const BuildInventory &New, const TargetChoice &Choice,
                            const std::vector<std::string> &Compared, const std::vector<FileChange> &Changed);

/// For versions whose build has no targets to choose from: sources that were named one by one. Read: the files that
/// compiling them read, of both versions.
NotCompared findNotRead(const std::vector<FileChange> &Changed, const std::vector<std::string> &Read);

/// The verdict on all targets: different if one is, equal if all are. Each comes with its name.
Verdict joinVerdicts(const std::vector<std::pair<std::string, Verdict>> &Targets);
/// Nothing is equal while something changed was not compared.
void limitVerdict(Verdict &Whole, const NotCompared &Outside);

/// The files that differ between the versions of an inventory, without what a build has left behind.
Result<std::vector<FileChange>> changedSources(const BuildInventory &Old, const BuildInventory &New);

} // namespace vernier
