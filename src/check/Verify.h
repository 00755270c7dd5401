#pragma once

#include "base/Result.h"
#include "bounded/Bounded.h"
#include "changes/ChangeMap.h"
#include "execution/PlainBuild.h"
#include "input/InputSpace.h"
#include "project/Workspace.h"
#include "verdict/Verdict.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

struct VerifyOptions {
  std::chrono::milliseconds Time{30000};
  std::chrono::milliseconds QueryTime{10000};
  unsigned Unwind = 0; ///< the bound of loops and recursion; 0: as far as the time allows
  Observation Observed;
  RunLimits Runs;
};

/// A class of inputs with its claim. A witness has been replayed on plain builds of both versions.
struct VerifiedPartition {
  unsigned Id = 0;
  Answer What = Answer::Unknown;
  Reason Why;
  std::string Condition;
  std::optional<std::string> Size; ///< the number of inputs, where it is known
  std::vector<std::string> Assumptions;
  std::optional<Witness> Shown;
  std::optional<std::vector<InputValue>> Example; ///< of an unknown: an input that is in it
  std::vector<InputText> ExampleTexts;
};

struct VerifyResult {
  InputSpace Space;
  Verdict Judged;
  bool Complete = false; ///< every input of the space is in a class that is decided
  std::vector<VerifiedPartition> Partitions;
  BoundedStatistics Statistics;
  std::optional<double> FirstDifferenceSeconds;

  const Witness *witness() const;
};

/// Decides one entry of a pair by the bounded proof, witnesses replayed. Errors are those of the input space.
Result<VerifyResult> verifyEntry(const ChangeMap &Map, const InputOptions &Input, const VerifyOptions &Options,
                                 const Workspace &Place);

/// How many inputs the space has, without its --assume conditions.
std::string spaceSize(const InputSpace &Space);

} // namespace vernier
