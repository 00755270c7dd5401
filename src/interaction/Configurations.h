#pragma once

#include "bitcode/Program.h"
#include "directed/RunnablePair.h"
#include "interaction/CriticalSequence.h"

#include <functional>
#include <memory>

namespace vernier {

/// The new version in which the text of some changed statements is as in the old one.
struct ReducedVersion {
  std::unique_ptr<Program> Version; ///< null: it does not compile
  std::set<unsigned> Without;       ///< ids: all changed statements that stand in the same pieces of text
};
/// Nothing: the text of a change is not at hand.
using BuildWithout = std::function<std::optional<ReducedVersion>(const std::set<unsigned> &Changes)>;

/// What a configuration shows on an input.
struct ConfiguredRun {
  Outcome Shown;
  UndefinedUse Undefined;
};

/// The configurations of an error (Böhme 2014, section 2.3.2): the new version without single changes, and without
/// pairs of them, on an input that shows the error.
struct ConfirmedInteraction {
  enum class State { NotBuilt, Shows, ShowsNot };
  struct Configuration {
    std::set<unsigned> Without;
    State Error = State::NotBuilt;
  };
  bool Tried = false;
  std::vector<Configuration> Single;
  /// Without each of these the error does not show.
  std::set<unsigned> Needed;
  /// The effect of one is another one without the other (equations 2.1 and 2.2).
  std::vector<std::pair<unsigned, unsigned>> Interacting;
};

class ConfiguredVersions {
public:
  ConfiguredVersions(RunnablePair &Pair, BuildWithout Build, const Workspace &Place)
      : Pair(Pair), Build(std::move(Build)), Place(Place) {}

  ConfirmedInteraction confirm(const ChangeSequence &Changes, const InputAssignment &Input,
                               const std::function<bool(const ConfiguredRun &)> &ShowsError);

private:
  struct Made {
    ReducedVersion Reduced;
    std::unique_ptr<ChangeMap> Map;
    std::unique_ptr<RunnablePair> Runs; ///< null: it cannot be run
  };
  const Made &make(const std::set<unsigned> &Changes);
  std::optional<ConfiguredRun> show(const std::set<unsigned> &Changes, const InputAssignment &Input);

  RunnablePair &Pair;
  BuildWithout Build;
  const Workspace &Place;
  std::map<std::set<unsigned>, Made> Known;
};

} // namespace vernier
