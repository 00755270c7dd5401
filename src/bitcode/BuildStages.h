#pragma once

// What the ways to build a version share; private to this folder.

#include "bitcode/BuildTargets.h"
#include "bitcode/CompilerCommand.h"
#include "bitcode/Linking.h"
#include "bitcode/RecordedTree.h"
#include "bitcode/UnitCompiler.h"
#include "bitcode/VersionBuilder.h"
#include "project/CompileCommands.h"

#include <optional>

namespace vernier {

/// One build in progress.
struct BuildJob {
  const BuildOptions &Options;
  const Workspace &Space;
  BuildStatistics &Statistics;
  std::string Label;

  void say(const std::string &Line) const {
    if (Options.Progress)
      Options.Progress(Line);
  }
};

/// Compiles in parallel; the results are in the order of the units.
std::vector<Result<CompiledUnit>> compileUnits(const BuildJob &Job, const std::vector<TranslationUnit> &Units);

/// Links, and refuses a version without any function.
Result<Program> finishProgram(const BuildJob &Job, const std::vector<LinkUnit> &Units, const std::string &Root,
                              LinkInfo Link, BuildFacts Facts);
/// The options of --ldflag added, and what it takes to compare them.
LinkInfo finishLink(const BuildJob &Job, const std::string &Root, LinkInfo Link);

Result<Program> buildFiles(const BuildJob &Job, const std::vector<std::string> &Files);
Result<Program> buildDatabase(const BuildJob &Job, const std::string &Directory, const std::string &Database);
Result<Program> buildRecorded(const BuildJob &Job, const std::string &Directory);
Result<BuildInventory> databaseInventory(const BuildJob &Job, const std::string &Directory,
                                         const std::string &Database);
Result<BuildInventory> recordedInventory(const BuildJob &Job, const std::string &Directory);
Result<RecordedTree> recordedTree(const BuildJob &Job, const std::string &Directory);

/// The deepest directory that holds all of these; they are absolute.
std::string commonDirectory(const std::vector<std::string> &Directories);
bool isBelow(const std::string &Path, const std::string &Directory);
/// "a, b and c".
std::string listOf(const std::vector<std::string> &Names);

/// The link options to keep; inputs for which Drop says so are the program's own.
LinkInfo linkInfoOf(const CompilerCommand &Command, const std::function<bool(const std::string &)> &DropInput);

} // namespace vernier
