#pragma once

#include "Common.h"
#include "efsm/language/Model.h"

namespace vernier::cli {

/// Reads a model and shows its warnings.
Result<efsm::Machine> efsmModel(const CommonOptions &Options, const std::string &Path);

void addQueryTime(CLI::App &Verb, std::string &Into);

/// --query-time for one question, --time for all of them, from now on.
struct SolverTime {
  std::chrono::milliseconds Query;
  Budget All;
};
Result<SolverTime> solverTime(const CommonOptions &Options, const std::string &QueryTime);

/// The commands of `efsm` that reason about tests: select, observable, generate.
void addEfsmReasoning(CLI::App &Efsm, CommonOptions &Options, int &Code);

/// walk.
void addEfsmWalk(CLI::App &Efsm, CommonOptions &Options, int &Code);

} // namespace vernier::cli
