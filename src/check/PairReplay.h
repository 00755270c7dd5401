#pragma once

#include "bounded/Bounded.h"
#include "changes/ChangeMap.h"
#include "check/Verify.h"
#include "execution/builds/PlainBuild.h"

#include <optional>
#include <string>
#include <utility>

namespace vernier {

/// Plain builds of both versions, made when the first input asks for them.
class PairReplay {
public:
  PairReplay(const ChangeMap &Map, const InputSpace &Space, const VerifyOptions &Options, const Workspace &Place)
      : Map(Map), Space(Space), Options(Options), Place(Place) {}

  /// Whether both differ on the input, twice in the same way. If they do, Shown is what they showed.
  Confirmation operator()(const InputAssignment &Input);
  /// What they show on an input, whether they differ or not; nothing: they cannot be built.
  std::optional<std::pair<Outcome, Outcome>> show(const InputAssignment &Input);
  /// The same with other limits.
  std::optional<std::pair<Outcome, Outcome>> show(const InputAssignment &Input, const RunLimits &Limits);

  std::optional<Witness> Shown;
  std::string Problem;

private:
  bool build();

  const ChangeMap &Map;
  const InputSpace &Space;
  const VerifyOptions &Options;
  const Workspace &Place;
  std::optional<PlainBuild> Old, New;
};

} // namespace vernier
