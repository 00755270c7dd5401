#pragma once

#include "impact/Check.h"

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// A few lines that a reviewer reads first.
std::string checkText(const CheckResult &Result);

/// The fields of `vernier.check/1` beyond the common ones.
void addCheck(llvm::json::Object &Document, const CheckResult &Result);

} // namespace vernier
