#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "bitcode/VersionBuilder.h"
#include "project/VersionSpec.h"
#include "project/Workspace.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// Changes a copy of the code of one executable before machine code is made of it.
using ExecutableChange =
    std::function<Status(const std::string &Executable, const Program &Version, llvm::Module &Copy)>;

/// One executable of a version whose suite is run.
struct SuiteExecutable {
  std::string Name;                 ///< what --target takes; empty: the version is one program without a build
  std::shared_ptr<Program> Version; ///< null if Problem
  std::vector<std::string> Files;   ///< absolute
  std::string Problem;              ///< why it stays as the build made it; empty: it was replaced
};

/// Where a suite runs: the tree of a recorded build (with --build), in the place where it was built and locked against
/// others, or the current directory for a version without a build command. The tree is a copy and goes away with this.
class SuitePlace {
public:
  /// Without a change, a recorded build stays as it is, and no bitcode is put together.
  static Result<std::unique_ptr<SuitePlace>> prepare(const VersionSpec &Spec, const BuildOptions &Options,
                                                     const Workspace &Space, const ExecutableChange &Change);
  ~SuitePlace();
  SuitePlace(const SuitePlace &) = delete;

  const std::string &directory() const { return Directory; }
  /// It is a copy of a recorded build.
  bool isTree() const { return !Tree.empty(); }
  const std::vector<SuiteExecutable> &executables() const { return Executables; }
  /// What commands find in their environment: VERNIER_PROGRAM names the executable, if there is one or --target does.
  std::vector<std::pair<std::string, std::string>> environment() const;

private:
  SuitePlace(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space)
      : Spec(Spec), Options(Options), Space(Space) {}
  Status prepareTree(const ExecutableChange &Change);
  Status prepareProgram(const ExecutableChange &Change);
  Status replace(SuiteExecutable &Executable, const ExecutableChange &Change);

  VersionSpec Spec;
  BuildOptions Options;
  Workspace Space;
  std::string Directory;
  std::vector<SuiteExecutable> Executables;
  std::optional<FileLock> Lock;
  std::string Tree; ///< to be removed
};

} // namespace vernier
