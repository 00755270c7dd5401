#pragma once

#include "check/NotCompared.h"
#include "verdict/Verdict.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// One target that was compared.
struct ComparedTarget {
  std::string Name;
  std::string Kind;
  Verdict Judged;
  std::string Text;                          ///< for the terminal, without the verdict
  llvm::json::Object Document, PageDocument; ///< of this target alone; emptied by mergedDocument()
};

/// What a build consists of, and what of it was compared.
struct TargetsSummary {
  std::vector<ComparedTarget> Compared;
  std::vector<std::string> Unchanged;
  std::vector<std::string> Tests; ///< changed test programs: not compared
  NotCompared Outside;
  Verdict Whole; ///< of all together

  /// Nothing to tell beyond the one program.
  bool isPlain() const {
    return Compared.size() == 1 && Unchanged.empty() && Tests.empty() && Outside.Items.empty() &&
           Outside.NotInBuild.empty();
  }
};

/// The documents of all targets as one: statements and functions that several have are listed once. Page: the ones
/// for the page.
llvm::json::Object mergedDocument(TargetsSummary &Summary, bool Page);

/// The fields `targets`, `not_compared`, `not_in_build`, and the verdict of all together.
void addTargets(llvm::json::Object &Document, const TargetsSummary &Summary);

/// The whole text of `check`.
std::string targetsText(const TargetsSummary &Summary);

} // namespace vernier
