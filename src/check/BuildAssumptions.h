#pragma once

#include "check/Check.h"
#include "check/Verify.h"

namespace vernier {

// The user's build is compiled with other options than our bitcode: where that can matter to a claim, the claim says
// so (`wrapping-arithmetic`, `fast-math`, `strict-aliasing`). Where options differ between the versions, and bitcode
// does not show it, nothing is equal.

enum class SignedOverflow {
  Wraps,    ///< as far as the proofs know
  LookedFor ///< no claim is about inputs that overflow (--check-overflow)
};

/// To every changed function, and to the whole.
void applyBuild(const ChangeMap &Map, CheckResult &Result, SignedOverflow Overflow = SignedOverflow::Wraps);
/// To the verdict and to every class of inputs.
void applyBuild(llvm::ArrayRef<const ChangeMap *> Maps, VerifyResult &Result,
                SignedOverflow Overflow = SignedOverflow::Wraps);

} // namespace vernier
