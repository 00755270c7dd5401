#pragma once

#include "changes/ChangeMap.h"
#include "selection/ChangePoints.h"

namespace vernier {

/// Without records: an execution that is started at this function of the old version may come to a change point, by the
/// call graph and the flow of control. Never wrongly no.
bool mayReachChange(const Program &Old, const SlotTable &Table, const ChangePoints &Points, const std::string &Entry);

} // namespace vernier
