#pragma once

#include "abi/Sites.h"
#include "execution/runs/ForkServer.h"
#include "explore/UncoveredCode.h"
#include "search/Explored.h"
#include "term/Term.h"
#include "trace/Surroundings.h"

#include <memory>
#include <set>

namespace vernier {

/// An instrumented build as the search sees it: runs on inputs, and what they decided. The instrumentation and the
/// store must live longer.
class TracedProgram : public Explored {
public:
  TracedProgram(std::unique_ptr<ForkServer> Server, const Instrumentation &Build, TermStore &Store,
                std::vector<Term> Leaves, UncoveredCode *Uncovered = nullptr);

  Status execute(const InputAssignment &Input) override;
  Result<Run> finished() override;
  /// Functions that nobody knows the effects of, and that runs have called.
  const std::set<std::string> &unknownCalled() const { return Called; }

  /// What runs were told by the world.
  const std::vector<Surrounding> &world() const { return World; }

private:
  std::unique_ptr<ForkServer> Server;
  const Instrumentation &Build;
  TermStore &Store;
  std::vector<Term> Leaves;
  std::set<std::string> Called;
  std::set<std::string> Unknown; ///< functions whose effects nobody knows
  bool WholeProgram;             ///< it has arguments, streams, files or an environment as input
  bool HasStreams;               ///< more than arguments
  UncoveredCode *Uncovered;      ///< null: nobody wants to know what leads to it
  RunResult Last;
  InputNames SymbolicNames;
  std::vector<Surrounding> World;
};

} // namespace vernier
