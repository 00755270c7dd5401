#pragma once

#include "efsm/reasoning/Baselines.h"
#include "efsm/reasoning/Checks.h"
#include "efsm/reasoning/Generate.h"
#include "efsm/reasoning/Observability.h"
#include "efsm/reasoning/Select.h"
#include "solver/Solver.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// What `efsm select` found, and for whom.
struct EfsmSelection {
  const efsm::Machine &Old, &New;
  const efsm::MachineDiff &Changes;
  const efsm::Suite &Tests;
  efsm::Selection Found;
  SolverStatistics Solver;
  double Seconds = 0;
  /// Approaches to compare with, by name.
  std::vector<std::pair<std::string, efsm::BaselineResult>> Baselines = {};
};
/// Evidence: also the paths and formulas. All: also the discarded tests, one by one.
std::string efsmSelectText(const EfsmSelection &Selection, bool All, bool Evidence);
void addEfsmSelection(llvm::json::Object &Document, const EfsmSelection &Selection);

struct EfsmObservations {
  const efsm::Machine &Of;
  const efsm::Suite &Tests;
  std::vector<efsm::Observation> Found;           ///< one for each test
  std::vector<efsm::TransitionGraph> Graphs = {}; ///< the same, if they were asked for
  SolverStatistics Solver = {};
};
std::string efsmObservableText(const EfsmObservations &Observations, bool All);
void addEfsmObservations(llvm::json::Object &Document, const EfsmObservations &Observations);

struct EfsmGenerated {
  const efsm::Machine &Old, &New;
  const efsm::MachineDiff &Changes;
  std::vector<efsm::GeneratedTest> Tests;
};
/// As a file of tests: what could not be found is a comment.
std::string efsmGeneratedText(const EfsmGenerated &Generated);
void addEfsmGenerated(llvm::json::Object &Document, const EfsmGenerated &Generated);

/// What the solver says of a model; empty if it is fine.
std::string efsmChecksText(const efsm::ModelChecks &Checks, const efsm::Machine &Of);
void addEfsmChecks(llvm::json::Object &Document, const efsm::ModelChecks &Checks, const efsm::Machine &Of);

} // namespace vernier
