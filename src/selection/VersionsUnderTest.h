#pragma once

#include "bitcode/VersionBuilder.h"
#include "selection/RecordedCode.h"
#include "selection/Select.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The executables of two versions that tests may run, compared one by one.
struct VersionsUnderTest {
  std::vector<RecordedCode> Code;               ///< the old version's
  std::vector<ComparedExecutable> Compared;     ///< one for each
  std::vector<std::shared_ptr<Program>> New;    ///< the new version's, null if it has none of that name
  std::vector<std::shared_ptr<ChangeMap>> Maps; ///< null where both are the same
  std::vector<ChangedStatement> Changes;        ///< of all, each once, numbered from 1 on
  std::map<std::string, unsigned> OfEntry;      ///< for saved tests: which of them runs the entry
  std::vector<std::string> Problems;            ///< executables that cannot be recorded, and why
  std::vector<std::string> Warnings;            ///< of the builds
};

struct TestedVersions {
  const VersionSpec &Old, &New;
  const BuildOptions &Options;
  bool Suite = false;                 ///< commands are run: they may run every executable of the build
  std::set<std::string> Entries = {}; ///< of saved tests, which run the executable that --target chooses
};

Result<VersionsUnderTest> compareExecutables(const TestedVersions &Versions, const Workspace &Space);

} // namespace vernier
