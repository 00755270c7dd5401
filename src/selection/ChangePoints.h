#pragma once

#include "changes/ChangeMap.h"
#include "selection/SlotTable.h"

#include <string>
#include <vector>

namespace vernier {

/// A place of the old version that a run cannot come by a change without.
struct ChangePoint {
  unsigned Function = 0; ///< index in the slot table of the old version
  unsigned Slot = 0;     ///< of the function
  unsigned Change = 0;   ///< index in ChangePoints::Changes

  auto operator<=>(const ChangePoint &) const = default;
};

/// The changes of one executable, as runs of its old version see them.
///
/// By the change map, both versions do the same until one of them comes to a changed instruction or edge. Where it is
/// the old one, that place is a change point itself. Where it is the new one, the instruction that it executed before
/// has a counterpart, which the old one has executed too: that is the change point. So if a run of the old version
/// comes by no change point, the new version behaves equally on its input.
struct ChangePoints {
  std::vector<ChangedStatement> Changes;
  std::vector<ChangePoint> Points; ///< sorted, each once
  /// What no point can stand for: every run of the executable may see it. Empty: nothing.
  std::vector<std::string> Everywhere;
};

ChangePoints changePoints(const ChangeMap &Map, const SlotTable &Old);

} // namespace vernier
