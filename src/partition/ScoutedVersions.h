#pragma once

#include "partition/TracedVersion.h"
#include "search/Scout.h"

namespace vernier {

/// A list of versions that run on one input after the other, and are compared.
class ScoutedVersions : public ScoutedPrograms {
public:
  static constexpr std::size_t MostVersions = 32;

  ScoutedVersions(TermStore &Store, const std::vector<Term> &Leaves,
                  const std::vector<std::unique_ptr<TracedVersion>> &Versions, const Observation &Observed)
      : Store(Store), Leaves(Leaves), Versions(Versions), Observed(Observed) {}

  Status execute(const InputAssignment &Input) override;
  Result<Run> finished() override;
  bool differs() const override { return Differs; }
  bool reachesChange() const override { return Reaches; }
  bool leadsToChange(std::uint32_t Site) const override;

private:
  void add(std::size_t Version, llvm::DenseSet<Term> &Known, Run &To);

  TermStore &Store;
  const std::vector<Term> &Leaves;
  const std::vector<std::unique_ptr<TracedVersion>> &Versions;
  Observation Observed;
  std::vector<RunResult> Last; ///< of each version
  bool Differs = false, Reaches = false;
};

} // namespace vernier
