#pragma once

#include "base/Result.h"
#include "bitcode/Program.h"
#include "execution/builds/PlainBuild.h"
#include "project/Workspace.h"
#include "verdict/Verdict.h"

#include <optional>
#include <string>
#include <string_view>

namespace vernier {

/// What a difference means to one who knows how the program is supposed to behave (Böhme 2014, figures 3.10 and 3.12).
enum class ChangeClass {
  Progression,  ///< the new version behaves as the golden one, the old one does not
  Regression,   ///< the old one does, the new one does not
  Intermediate, ///< all three behave differently
  Unclassified, ///< a run could not be compared
};

/// `progression`, `regression`, `intermediate`, `unclassified`.
std::string_view toString(ChangeClass What);

struct ClassifiedChange {
  ChangeClass What = ChangeClass::Unclassified;
  std::string Why;               ///< of Unclassified
  std::optional<Outcome> Golden; ///< what the golden version shows
};

/// Compares both versions of a pair with a golden one, on plain builds.
///
/// Which globals count as behaviour depends on the versions that are compared (those that both have). So each of the
/// two is paired with the golden version on its own, and builds of the golden one are made for each pair.
class GoldenJudge {
public:
  /// Space and Input are those of the pair. An error: the golden version has no such entry, or it takes other inputs.
  static Result<GoldenJudge> make(const Program &Old, const Program &New, const Program &Golden,
                                  const InputSpace &Space, const InputOptions &Input, const RunLimits &Limits,
                                  const Observation &Observed, const Workspace &Place);

  /// The input is one on which the versions of the pair differ.
  ClassifiedChange classify(const InputAssignment &Input) const;

private:
  struct Compared {
    InputSpace Space; ///< of one version and the golden one
    PlainBuild Own, Golden;
  };
  GoldenJudge(const InputSpace &Space, const RunLimits &Limits, const Observation &Observed)
      : Space(Space), Limits(Limits), Observed(Observed) {}
  static Result<Compared> compared(const Program &Version, const std::string &Entry, const Program &Golden,
                                   const std::string &GoldenEntry, const InputOptions &Input, const Workspace &Place);
  /// Nothing: it cannot be said, for the reason in To.
  std::optional<bool> behavesAlike(const Compared &With, const InputAssignment &Input, ClassifiedChange &To) const;

  InputSpace Space;
  RunLimits Limits;
  Observation Observed;
  std::vector<Compared> Pairs; ///< old, new
};

} // namespace vernier
