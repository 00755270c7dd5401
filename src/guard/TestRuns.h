#pragma once

#include "guard/Guard.h"
#include "guard/MonitoredBuild.h"

#include <map>
#include <memory>

namespace vernier {

/// Runs saved tests on one version: on the plain build, which says whether they pass, and on monitored ones.
class TestRuns {
public:
  TestRuns(const Program &Version, Side Which, const RunLimits &Limits, const Observation &Observed,
           const Workspace &Place)
      : Version(Version), Which(Which), Limits(Limits), Observed(Observed), Place(Place) {}

  /// Why the test does not pass; empty: it does. A test that does not say what is expected passes if its run ends by
  /// itself. An error: it cannot be run on this version.
  Result<std::string> failure(const SavedTest &Test);

  /// Runs it on a build that does so; what it leaves adds up for all tests of one entry.
  Status monitor(const SavedTest &Test, const PointPlan &Plan, PointAction Action);
  /// What all monitored runs left since the last forget().
  Result<MonitorContents> contents(const PointPlan &Plan, PointAction Action);
  Status forget();

private:
  /// One entry with the layout of its inputs.
  struct Entry {
    InputOptions Layout;
    InputSpace Space;
    std::optional<PlainBuild> Plain;
    std::map<PointAction, MonitoredBuild> Monitored;
  };
  Result<Entry *> entryOf(const SavedTest &Test);

  const Program &Version;
  Side Which;
  RunLimits Limits;
  Observation Observed;
  const Workspace &Place;
  std::vector<std::unique_ptr<Entry>> Entries;
};

/// Adds up what was left.
void addContents(MonitorContents &To, const MonitorContents &From);

} // namespace vernier
