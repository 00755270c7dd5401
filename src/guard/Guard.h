#pragma once

#include "bitcode/VersionBuilder.h"
#include "changes/ChangeMap.h"
#include "execution/builds/PlainBuild.h"
#include "guard/Inference.h"
#include "project/VersionSpec.h"
#include "replay/SavedTest.h"
#include "verdict/Verdict.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// The user's own tests of a version.
struct MonitoredSuite {
  VersionSpec Version;
  BuildOptions Build;
  std::vector<std::string> Commands; ///< empty: there are none
  std::chrono::milliseconds TestTime{300000};
};

struct GuardOptions {
  InputOptions Input; ///< of the entry that the user names
  std::vector<SavedTest> Tests, NewTests;
  MonitoredSuite Suite, NewSuite;
  bool SameSuite = false; ///< NewSuite is that of the base: the upgrade may fail tests of it
  /// The tests say what the base does, not what it should do: there was no suite. Random inputs are added.
  bool MadeTests = false;
  std::chrono::milliseconds Time{120000};
  std::chrono::milliseconds QueryTime{5000};
  unsigned Bound = 6; ///< of loops and recursion
  bool UnboundedOnly = false;
  std::uint64_t Seed = 1;
  RunLimits Runs;
  Observation Observed;
  InferenceLimits Inference;
  std::vector<std::string> Accepted; ///< properties that the upgrade may violate, likewise
  std::vector<std::string> Given;    ///< further properties: `FILE:LINE: EXPRESSION`, as propertyLine writes them
};

/// What became of a property.
enum class PropertyStatus {
  Refuted,     ///< it does not hold on the base: chance made it
  Gone,        ///< the upgrade has not all of its variables
  Outdated,    ///< a passing test of the upgrade violates it
  Proved,      ///< it holds on both
  Violated,    ///< it holds on the base, and a run of the upgrade violates it
  Unreachable, ///< no execution comes to it: on the base, or not any more on the upgrade
  Unknown,
};

/// `refuted`, `gone`, ...
std::string_view toString(PropertyStatus What);

/// How far a proof reaches.
enum class PropertyExtent {
  None,
  UpToBound, ///< loops and recursion do not go beyond the bound, memory of inputs has the sizes that it was given
  Unbounded,
};

/// `unbounded`, `up-to-bound`; empty for None.
std::string_view toString(PropertyExtent What);

struct JudgedProperty {
  Property What;
  PropertyStatus Status = PropertyStatus::Unknown;
  PropertyExtent OnBase = PropertyExtent::None;    ///< how far it is proved there
  PropertyExtent OnUpgrade = PropertyExtent::None; ///< likewise, if it is Proved
  Reason Why;                                      ///< of Unknown, and which version of Unreachable
  std::string Test;                                ///< that outdates it
  bool Given = false;                              ///< by the user
  /// Another one that implies it: it is only looked at if that one is not proved on the base.
  std::optional<std::size_t> ImpliedBy = std::nullopt;
};

/// Violations that one run shows.
struct GuardFinding {
  std::vector<std::size_t> Properties; ///< in the order in which the run violates them; empty: newly unreachable ones
  std::string Entry;                   ///< where the run starts
  InputSpace Space;                    ///< of the upgrade
  InputOptions Input;                  ///< that made it
  InputAssignment Values;
  Witness Shown; ///< both outcomes, if the base takes the same inputs
  bool ShownByBase = false;
  bool Visible = false;          ///< the outcomes differ
  std::vector<unsigned> Changes; ///< changed statements of the upgrade that the run executes
};

struct GuardResult {
  std::vector<MonitoredPoint> Points;
  std::vector<JudgedProperty> Properties;
  std::vector<GuardFinding> Findings;
  std::vector<std::size_t> NewlyUnreachable; ///< properties; the function is still called
  std::vector<std::string> Roots;            ///< where proofs start
  std::vector<std::string> Assumptions;      ///< of the proofs
  std::vector<std::string> FailingTests;     ///< of the base's tests, on the upgrade
  std::vector<std::string> Notes;
  std::size_t Tests = 0, NewTests = 0, RandomRuns = 0;
  std::uint64_t Visits = 0; ///< of points, by tests of the base and random runs
  bool MadeTests = false;
  double Seconds = 0, MonitorSeconds = 0, ProofSeconds = 0;
};

/// What an upgrade broke without any test noticing (Pastore et al. 2014): properties that the runs of tests of the base
/// suggest, and that are proved on the base, are freed of what passing tests of the upgrade violate, and checked on the
/// upgrade. A violation counts after it was seen in a plain run.
///
/// An error: the tests fail on the base, come to no point, or a given property is not understood.
Result<GuardResult> guardUpgrade(const ChangeMap &Map, const GuardOptions &Options, const Workspace &Place);

/// A property as people keep it: `FILE:LINE: EXPRESSION`.
std::string propertyLine(const MonitoredPoint &Point, const Property &What);

} // namespace vernier
