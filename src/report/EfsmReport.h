#pragma once

#include "efsm/language/Diff.h"
#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Locality.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// What every document of `vernier efsm COMMAND` begins with. New may be empty.
llvm::json::Object efsmDocument(const std::string &Command, const std::string &Old, const std::string &New,
                                double Seconds);

/// The tests of a suite, applied.
struct EfsmRuns {
  const efsm::Machine &Of;
  const efsm::Suite &Tests;
  std::vector<efsm::TestRun> Runs; ///< one for each test
};
/// All: also those that passed, each with its transitions.
std::string efsmRunText(const EfsmRuns &Runs, bool All);
void addEfsmRuns(llvm::json::Object &Document, const EfsmRuns &Runs);
/// How many of the runs are `passed`, `failed` or `unknown`.
std::size_t countRuns(const EfsmRuns &Runs, const std::string &Verdict);

/// Places: one for each change.
std::string efsmDiffText(const efsm::MachineDiff &Difference, const std::vector<efsm::Locality> &Places,
                         const efsm::Machine &Old, const efsm::Machine &New);
void addEfsmDiff(llvm::json::Object &Document, const efsm::MachineDiff &Difference,
                 const std::vector<efsm::Locality> &Places, const efsm::Machine &Old, const efsm::Machine &New);

/// A machine in one line: `bank: 4 states, 12 transitions (3 internal), ...`.
std::string efsmSummary(const efsm::Machine &Of);
llvm::json::Array toJson(const std::vector<efsm::Diagnostic> &All, const std::string &File);

} // namespace vernier
