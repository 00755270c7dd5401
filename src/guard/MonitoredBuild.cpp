#include "guard/MonitoredBuild.h"

#include "abi/Monitor.h"

#include <cstring>

namespace vernier {

namespace {

PointRows rowsOf(const VernierMonitoredPoint &Laid, const VernierMonitoredPoint &Left, const std::uint64_t *Memory) {
  PointRows Result;
  Result.Visits = Left.Visits;
  std::uint64_t Width = 1 + std::uint64_t(Laid.Values), Count = vernierMonitorRows(Laid.Values);
  const std::uint64_t *Row = Memory + Laid.Rows / sizeof(std::uint64_t);
  for (std::uint64_t I = 0; I != Count; ++I, Row += Width)
    if (Row[0])
      Result.Rows.emplace_back(Row + 1, Row + Width);
  return Result;
}

} // namespace

Result<MonitorContents> readMonitor(const std::vector<std::uint64_t> &Empty, const std::byte *Memory,
                                    std::uint64_t Size) {
  std::vector<std::uint64_t> Left(Empty.size());
  if (Size != Empty.size() * sizeof(std::uint64_t))
    return analysisError("the records are those of another build: they have " + std::to_string(Size) + " bytes, not " +
                         std::to_string(Empty.size() * sizeof(std::uint64_t)));
  std::memcpy(Left.data(), Memory, Size);
  auto *Laid = reinterpret_cast<const VernierMonitor *>(Empty.data()),
       *Found = reinterpret_cast<const VernierMonitor *>(Left.data());
  if (Found->Magic != VERNIER_MONITOR_MAGIC || Found->Identity != Laid->Identity)
    return analysisError("the records are those of another build");
  MonitorContents Result;
  Result.Started = Found->Started;
  auto PointsAt = [&](const std::vector<std::uint64_t> &In) {
    return reinterpret_cast<const VernierMonitoredPoint *>(In.data() + Laid->PointTable / sizeof(std::uint64_t));
  };
  for (std::uint32_t I = 0; I != Laid->Points; ++I)
    Result.Points.push_back(rowsOf(PointsAt(Empty)[I], PointsAt(Left)[I], Left.data()));
  auto *Checks =
      reinterpret_cast<const VernierMonitoredCheck *>(Left.data() + Laid->CheckTable / sizeof(std::uint64_t));
  for (std::uint32_t I = 0; I != Laid->Checks; ++I)
    Result.Checks.push_back({Checks[I].Visits, Checks[I].Failed, Checks[I].FirstFailed});
  return Result;
}

Result<MonitoredBuild> MonitoredBuild::create(const Program &Version, Side Which, const PointPlan &Plan,
                                              PointAction Action, const InputSpace &Space, const Workspace &Place) {
  auto Woven = monitoredProgram(Version, Which, Plan, Action);
  if (!Woven)
    return Woven.takeError();
  auto Own = std::make_unique<Program>(std::move(*Woven));
  auto Build = PlainBuild::create(*Own, *Own, Side::New, Space, Place);
  if (!Build)
    return Build.takeError();
  MonitoredBuild Result(monitorMemory(Plan, Which, Action), std::move(Own), std::move(*Build));
  if (Status Cleared = Result.clear(); !Cleared)
    return Cleared.takeError();
  return Result;
}

Outcome MonitoredBuild::run(const InputAssignment &Input, const RunLimits &Limits) const {
  return Build.run(Input, Limits, Memory.descriptor());
}

Result<MonitorContents> MonitoredBuild::contents() const {
  return readMonitor(Empty, Memory.data(), Memory.size());
}

Status MonitoredBuild::clear() {
  std::uint64_t Size = Empty.size() * sizeof(std::uint64_t);
  if (!Memory.data()) {
    auto Made = SharedMemory::create(Size, /*OthersWrite=*/true);
    if (!Made)
      return Made.takeError();
    Memory = std::move(*Made);
  }
  std::memcpy(Memory.data(), Empty.data(), Size);
  return Done{};
}

} // namespace vernier
