#pragma once

#include "check/Verify.h"

#include <llvm/Support/JSON.h>

#include <string>

namespace vernier {

/// The verdict, the witness with both outcomes, what is proved and what is open.
std::string verifyText(const VerifyResult &Result);

/// The fields of `vernier.verify/1` beyond the common ones.
void addVerify(llvm::json::Object &Document, const VerifyResult &Result);

} // namespace vernier
