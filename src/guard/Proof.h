#pragma once

#include "base/Budget.h"
#include "bounded/Bounded.h"
#include "changes/ChangeMap.h"
#include "guard/Guard.h"
#include "guard/MonitoredProgram.h"

#include <set>

namespace vernier {

/// A function that executions start at, with any input: properties that are proved there hold wherever it is called.
struct ProofRoot {
  std::string Name; ///< of the function in the source
  InputOptions BaseInput, UpgradeInput;
  InputSpace Base, Upgrade;                                 ///< of each version, paired with itself
  std::set<const llvm::Function *> BaseReach, UpgradeReach; ///< functions that it can come to

  const InputSpace &space(Side Which) const { return Which == Side::Old ? Base : Upgrade; }
  const InputOptions &input(Side Which) const { return Which == Side::Old ? BaseInput : UpgradeInput; }
  bool reaches(const llvm::Function &F, Side Which) const {
    return (Which == Side::Old ? BaseReach : UpgradeReach).contains(&F);
  }
};

/// The callers of changed functions (Pastore et al. 2014, section 6), with memory and globals as general as the input
/// space has them: pointers may be null, globals hold any value. A function that cannot be given inputs is left out,
/// with a note; then the changed functions that it calls are roots themselves.
std::vector<ProofRoot> proofRoots(const ChangeMap &Map, const MonitoredScope &Scope, const InputOptions &Input,
                                  std::vector<std::string> &Notes);

/// What is known of a property on one version, from all roots that come to it.
struct RootVerdict {
  enum class Answer { Proved, Refuted, Unreachable, Unknown } What = Answer::Unknown;
  PropertyExtent Extent = PropertyExtent::None;
  Reason Why;
  struct Counterexample {
    std::size_t Root;
    InputAssignment Values;
  };
  std::vector<Counterexample> Against; ///< one for each root that refutes it
};

/// Asks about all chosen properties of a version together, from one root after the other. Assumptions: codes, of what
/// proofs rest on.
std::vector<RootVerdict> proveProperties(const Program &Version, Side Which, const PointPlan &Plan,
                                         const std::vector<ProofRoot> &Roots, const GuardOptions &Options,
                                         const Budget &Time, std::vector<std::string> &Assumptions);

} // namespace vernier
