#pragma once

#include "base/Result.h"
#include "bitcode/BuildFacts.h"
#include "bitcode/VersionBuilder.h"

#include <string>
#include <vector>

namespace vernier {

enum class TargetKind { Executable, SharedLibrary, StaticLibrary, Objects };

/// `executable`, `shared-library`, `static-library`, `objects`.
std::string_view toString(TargetKind Kind);

/// One executable or library that a build makes.
struct BuildTarget {
  std::string Name; ///< what --target takes; empty: everything that there is
  TargetKind Kind = TargetKind::Executable;
  std::vector<std::string> Units; ///< hashes of its bitcode, in the order of the link
  std::vector<std::string> Files; ///< their sources, in the same order, relative to the root
  std::vector<std::string> Link;  ///< options, libraries and objects without bitcode, as they compare
  BuildFacts Facts;
  std::string Problem; ///< why it has no bitcode; empty if it has
};

/// Everything that a version's build makes, and out of what.
struct BuildInventory {
  std::string Root;                   ///< where the sources lie
  std::string BuildDirectory;         ///< below it, with what a build has left there; empty: none
  std::vector<BuildTarget> Targets;   ///< executables first
  std::vector<CompiledFile> Compiled; ///< all of them, in a target or not

  const BuildTarget *find(const std::string &Name) const;
  /// As --target may call it: `prog` for src/prog, `x` for libx.a or libx.so.1.
  const BuildTarget *findCalled(const std::string &Name) const;
};

/// A directory or a revision, built as buildVersion() would, but with all of its targets.
Result<BuildInventory> takeInventory(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                     BuildStatistics *Statistics = nullptr);

/// Both are made of the same code, apart from source positions, in the same way: nothing has to be compared.
bool isSameTarget(const BuildTarget &Old, const BuildTarget &New, const Workspace &Space);

} // namespace vernier
