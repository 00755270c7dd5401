#pragma once

#include "base/Result.h"
#include "changes/ChangeMap.h"
#include "check/ObservedClasses.h"
#include "report/tests/TestFiles.h"

#include <string>

namespace vernier {

/// Writes a test for each class of inputs below a directory: saved ones that `replay` reads, raw inputs, and
/// `run-tests.sh` or `verified_test.cpp`. The number of a test is that of its class. Where the versions differ, a test
/// knows both outcomes.
Result<TestFiles> writeVerifyTests(const std::string &Directory, const ChangeMap &Map, const VerifyResult &Verified,
                                   const ObservedClasses &Observed, const InputOptions &Input);

} // namespace vernier
