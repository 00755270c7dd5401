#pragma once

#include "partition/CommonPlaces.h"
#include "partition/Scout.h"
#include "traced/TracedVersion.h"

namespace vernier {

/// A list of versions that run on one input, and are compared.
class ScoutedVersions : public ScoutedPrograms {
public:
  static constexpr std::size_t MostVersions = 32;

  ScoutedVersions(TermStore &Store, const std::vector<Term> &Leaves,
                  const std::vector<std::unique_ptr<TracedVersion>> &Versions, const Observation &Observed);

  Status execute(const InputAssignment &Input) override;
  Result<Run> finished() override;
  bool differs() const override { return Differs; }
  bool reachesChange() const override { return Reaches; }
  std::vector<ProbedRun> probe(const std::vector<InputAssignment> &Inputs) override;
  unsigned rank(std::size_t Position) const override { return Position < Ranks.size() ? Ranks[Position] : NoRank; }

private:
  bool read(std::size_t Version);
  void compare();
  bool differ(const Outcome &One, const Outcome &Other) const;
  void addProbe(std::size_t Version, const ProbeResult &Ran, const ProbeResult *Before, ProbedRun &To) const;
  void addPath(std::size_t Version, llvm::DenseSet<Term> &Known, Run &To);
  void rankUnreached(std::size_t Version);
  bool isInfected() const;
  void rankReached(std::size_t Version, bool Infected);
  void improve(Term Decided, unsigned Rank);

  TermStore &Store;
  const std::vector<Term> &Leaves;
  const std::vector<std::unique_ptr<TracedVersion>> &Versions;
  Observation Observed;
  std::vector<CommonPlaces> Common; ///< of each version and the one before it; of the first: none
  std::vector<RunResult> Last;      ///< of each version
  std::vector<std::optional<Trace>> Traces;
  llvm::DenseMap<Term, unsigned> RankOf; ///< of what was decided
  std::vector<unsigned> Ranks;           ///< by position in the path
  bool Differs = false, Reaches = false;
};

} // namespace vernier
