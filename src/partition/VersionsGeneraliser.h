#pragma once

#include "partition/OutcomeTerms.h"
#include "partition/Partition.h"
#include "traced/TracedVersion.h"

namespace vernier {

/// Runs a list of versions on one input and says for which other inputs the same holds (Böhme 2014, algorithm 2).
class VersionsGeneraliser : public Generaliser {
public:
  VersionsGeneraliser(TermStore &Store, const std::vector<Term> &Leaves,
                      std::vector<std::unique_ptr<TracedVersion>> Versions, std::vector<OutcomeParts> Parts,
                      bool WholeProgram, PartitionMode Mode, const Observation &Observed)
      : Store(Store), Leaves(Leaves), Versions(std::move(Versions)), Parts(std::move(Parts)),
        WholeProgram(WholeProgram), Mode(Mode), Observed(Observed) {}

  Result<Generalised> generalise(const InputAssignment &Input) override;
  std::optional<Reason> confirm(const InputAssignment &Input) override;

  const std::vector<std::unique_ptr<TracedVersion>> &versions() const { return Versions; }

private:
  using Runs = std::vector<VersionRun>;

  bool reachesChange(const Runs &Ran) const;
  bool endedAtItsEnd(const VersionRun &Ran) const;
  void addSuspicions(Trace &Of, Generalised &To);
  void addUnreached(Runs &Ran, Generalised &To);
  void addOutcome(Runs &Ran, Generalised &To);
  void addBeginning(Runs &Ran, Generalised &To);
  void addUndefinedUses(const InputAssignment &Input, const Runs &Ran, Generalised &To);
  void addDecisions(unsigned Version, Trace &Of, const TraceSlice *Only, Generalised &To);
  std::vector<NodeId> rootsOf(const Trace &Of) const;
  void addStatements(unsigned Version, const Trace &Of, const TraceSlice &Slice, std::set<unsigned> &To) const;

  TermStore &Store;
  const std::vector<Term> &Leaves;
  std::vector<std::unique_ptr<TracedVersion>> Versions;
  std::vector<OutcomeParts> Parts; ///< of each version and the next
  bool WholeProgram;
  PartitionMode Mode;
  Observation Observed;
};

} // namespace vernier
