#pragma once

#include "check/ChangeExposure.h"

#include <llvm/Support/JSON.h>

#include <string>
#include <vector>

namespace vernier {

/// The lines of `check` about how far inputs come with each change; empty if nobody looked.
std::string exposureText(const ChangeExposure &Known, const std::vector<ChangedStatement> &Changes);

/// `expose` of `vernier.check/1`; null if nobody looked.
llvm::json::Value exposureJson(const ChangeExposure &Known);

} // namespace vernier
