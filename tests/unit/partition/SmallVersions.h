#pragma once

#include "changes/ChangeMap.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"

#include <memory>
#include <string>
#include <vector>

namespace vernier::test {

/// A cache that lives as long as the test program.
const Workspace &temporaryCache();

/// Versions of a small program, compiled, with the maps between neighbours.
struct SmallVersions {
  explicit SmallVersions(const std::vector<std::string> &Texts, const std::string &Entry = "f",
                         const std::string &FileName = "test.c");

  std::vector<const Program *> programs() const;
  std::vector<const ChangeMap *> maps() const;
  /// Of the first and the last version; the test fails if there is none.
  InputSpace space(InputOptions Options = {}) const;

  std::string Entry;
  std::vector<std::unique_ptr<Program>> Programs;
  std::vector<std::unique_ptr<ChangeMap>> Maps;
};

} // namespace vernier::test
