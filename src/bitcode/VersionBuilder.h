#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "project/VersionSpec.h"
#include "project/Workspace.h"

#include <functional>
#include <string>
#include <vector>

namespace vernier {

/// How versions are built; the same for both versions of a pair.
struct BuildOptions {
  std::string Target;       ///< --target: the executable or library; empty: the only one there is
  std::string BuildCommand; ///< --build: what builds a directory or a revision, run by sh; empty: a database says it
  unsigned Jobs = 0;        ///< --jobs; 0: as many as there are processors
  std::vector<std::string> CompilerOptions; ///< for plain source files: -I, -D, -std, ...; paths start at the current
                                            ///< directory
  std::vector<std::string> LinkOptions;     ///< further -l, -L, ...
  bool Sanitize = false;                    ///< bitcode that looks for undefined behaviour, where it is compiled here
  std::string WrapperDirectory;             ///< where vernier-cc and vernier-c++ are; empty: beside this executable
  std::function<void(const std::string &)> Progress; ///< one line for each thing that takes long (--verbose)
};

/// What it cost to build a version: everything is 0 when it came out of the cache.
struct BuildStatistics {
  unsigned CompilerProcesses = 0; ///< started by this process (a build command starts its own)
  unsigned CachedUnits = 0;
  unsigned BuildCommands = 0; ///< how often --build was run
};

/// Builds a version as one linked module with debug information (docs/design.md#representation). Writes only into the
/// workspace. What the result lacks (code without bitcode, ...) is in Program::Warnings.
Result<Program> buildVersion(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                             BuildStatistics *Statistics = nullptr);

} // namespace vernier
