#pragma once

#include "replay/Replay.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// One block for each test, and how many agree.
std::string replayText(const std::vector<Replayed> &Tests);

/// The fields of `vernier.replay/1` beyond the common ones.
void addReplay(llvm::json::Object &Document, const std::vector<Replayed> &Tests);

} // namespace vernier
