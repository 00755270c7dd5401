#pragma once

#include "guard/Proof.h"

#include <optional>
#include <set>

namespace vernier {

/// Counterexamples on the upgrade, run on plain builds, and put together by what one run shows.
class Counterexamples {
public:
  /// All must outlive it.
  Counterexamples(const ChangeMap &Map, const std::vector<ProofRoot> &Roots, const PointPlan &Plan,
                  const GuardOptions &Options, const Workspace &Place);

  /// Runs the counterexamples of a property; it is given by its position in the plan.
  Status add(std::size_t Position, const RootVerdict &Found);

  /// Any input that starts at a root: nobody knows yet whether it violates something.
  Status tryInput(std::size_t Root, const InputAssignment &Values) { return run(Root, Values); }

  /// Positions in the plan of the properties that some run has violated.
  std::vector<std::size_t> violated() const;
  /// Those that a run of the base violates on one of the inputs: they were proved up to a bound that the upgrade, which
  /// loops in another way, comes beyond. They are never violated().
  const std::set<std::size_t> &refutedByBase() const { return OnBase; }

  /// Each violated property is in exactly one: the fewest runs that show all. What is visible in an output and in a
  /// changed function comes first.
  std::vector<GuardFinding> findings();

private:
  struct Shown {
    std::size_t Root;
    InputAssignment Values;
    std::vector<std::pair<std::uint64_t, std::size_t>> Violated; ///< when, position
    std::vector<unsigned> Changes;
  };
  Status run(std::size_t Root, const InputAssignment &Values);
  Result<MonitoredBuild *> buildFor(std::size_t Root, Side Which);
  /// What two runs of a version on the input leave; checks fail if they do in both.
  Result<MonitorContents> contentsOf(std::size_t Root, Side Which, const InputAssignment &Values);
  Status runBase(std::size_t Root, const InputAssignment &Values);
  void addProbes();
  GuardFinding findingOf(const Shown &Run, std::vector<std::size_t> Positions);

  const ChangeMap &Map;
  const std::vector<ProofRoot> &Roots;
  const GuardOptions &Options;
  const Workspace &Place;
  std::vector<std::size_t> Chosen;
  std::vector<MonitoredPoint> Points; ///< of the plan, and one for each changed statement of the upgrade
  std::vector<Property> Conditions;   ///< likewise: one that is true
  std::vector<unsigned> Probed;       ///< numbers of those statements
  PointPlan Plan, BasePlan;
  std::vector<std::optional<MonitoredBuild>> Builds, BaseBuilds; ///< one for each root
  std::set<std::size_t> OnBase;
  std::vector<Shown> Runs;
};

} // namespace vernier
