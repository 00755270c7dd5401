#pragma once

#include "guard/Guard.h"
#include "guard/MonitoredBuild.h"

#include <string>
#include <vector>

namespace vernier {

/// One test of a suite, and what the processes that it started have left.
struct SuiteTestRecords {
  std::string Name;
  std::string Failure; ///< how it ended; empty: it passed
  MonitorContents Left;
};

/// Runs a suite in the recorded build of a version (or with its one executable, which VERNIER_PROGRAM names), with
/// executables that leave what they see at the points; Compared is what the points belong to. Any number of processes
/// may run at the same time: each has a file of its own.
///
/// An error: the suite cannot be run, no process of it was one of these executables, or what is left is that of another
/// build.
Result<std::vector<SuiteTestRecords>> runMonitoredSuite(const MonitoredSuite &Suite, const Program &Compared,
                                                        Side Which, const PointPlan &Plan, PointAction Action,
                                                        const Workspace &Place);

} // namespace vernier
