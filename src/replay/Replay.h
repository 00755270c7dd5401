#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "execution/builds/PlainBuild.h"
#include "project/Workspace.h"
#include "replay/SavedTest.h"
#include "verdict/Verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// What is needed to lay out the input again. Its values are known, so nothing has to restrict them, and a restriction
/// that mentions what another version no longer has would be in the way.
InputOptions layoutOf(InputOptions Options);

/// The leaves have the same types in the same order, whatever their names.
bool sameTypes(const InputSpace &One, const InputSpace &Other);

/// What a saved test showed now. With one version: Equal means "as recorded"; with two: the versions agree.
///
/// Reasons of Unknown: `not-recorded` (one version, and the test does not say what it showed), `not-comparable` (a run
/// did not end in time, could not be carried out, or printed more than is kept), `not-deterministic` (a version does
/// something else when it is run again), `signature` (the inputs of the entry are not those of the test).
struct Replayed {
  std::string Name;
  Answer What = Answer::Unknown;
  Reason Why;
  std::vector<InputValue> Input;
  std::vector<InputText> Texts;
  std::optional<Outcome> Recorded;
  std::optional<Outcome> First, Second;
};

/// Runs saved tests on plain builds of one version or of two. Tests that share their space share the builds.
class Replayer {
public:
  /// Second may be null.
  Replayer(const Program &First, const Program *Second, const Workspace &Place, const RunLimits &Limits,
           const Observation &Observed)
      : First(First), Second(Second), Place(Place), Limits(Limits), Observed(Observed) {}

  /// An error: nothing can be replayed this way, because a version cannot be linked or has no such entry.
  Result<Replayed> replay(const SavedTest &Test);

private:
  Status prepare(const InputOptions &Options);
  Result<InputAssignment> assignment(const SavedTest &Test) const;
  void judge(Replayed &What) const;
  /// Two runs that must agree.
  std::optional<Outcome> run(const PlainBuild &Build, const InputAssignment &Input, Replayed &What) const;

  const Program &First;
  const Program *Second;
  const Workspace &Place;
  RunLimits Limits;
  Observation Observed;
  std::optional<InputOptions> Prepared;
  InputSpace Space;
  std::optional<PlainBuild> Builds[2];
};

} // namespace vernier
