#pragma once

#include "source/History.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// The fields of `vernier.complexity/1` beyond the common ones. Complete is false when time ran out before the last
/// commit.
void addComplexity(llvm::json::Object &Document, const std::vector<MeasuredChange> &Measured, bool Complete);

/// A table with one row for each commit; for a single one also what is behind its numbers.
std::string complexityText(const std::vector<MeasuredChange> &Measured);

} // namespace vernier
