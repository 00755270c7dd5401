#pragma once

#include "execution/builds/PlainBuild.h"
#include "execution/runs/SharedMemory.h"
#include "guard/MonitoredProgram.h"

#include <memory>
#include <vector>

namespace vernier {

/// Visits of a point that were kept; a value for each of its variables, extended to 64 bits in its signedness (floating
/// point: its bits).
struct PointRows {
  std::uint64_t Visits = 0;
  std::vector<std::vector<std::uint64_t>> Rows;
};

struct CheckCounts {
  std::uint64_t Visits = 0, Failed = 0;
  std::uint64_t FirstFailed = 0; ///< in the order of the first failures of all checks; 0: never
};

/// What monitored runs left.
struct MonitorContents {
  bool Started = false; ///< some run was one of the program
  std::vector<PointRows> Points;
  std::vector<CheckCounts> Checks;
};

/// Reads the memory of a monitored program; Empty is what monitorMemory laid out for it. Nothing that the program wrote
/// is believed: places are those that were laid out. An error: it is that of another program.
Result<MonitorContents> readMonitor(const std::vector<std::uint64_t> &Empty, const std::byte *Memory,
                                    std::uint64_t Size);

/// An executable of a version that leaves what it sees, in confined runs of the entry of an input space.
class MonitoredBuild {
public:
  /// Space: of that version, paired with itself.
  static Result<MonitoredBuild> create(const Program &Version, Side Which, const PointPlan &Plan, PointAction Action,
                                       const InputSpace &Space, const Workspace &Place);

  /// What runs leave adds up until clear().
  Outcome run(const InputAssignment &Input, const RunLimits &Limits) const;
  Result<MonitorContents> contents() const;
  Status clear();

private:
  MonitoredBuild(std::vector<std::uint64_t> Empty, std::unique_ptr<Program> Woven, PlainBuild Build)
      : Empty(std::move(Empty)), Woven(std::move(Woven)), Build(std::move(Build)) {}

  std::vector<std::uint64_t> Empty; ///< the memory before the first run
  std::unique_ptr<Program> Woven;   ///< types of the space refer to it
  PlainBuild Build;
  SharedMemory Memory;
};

} // namespace vernier
