#pragma once

#include "interaction/Interact.h"
#include "report/tests/TestFiles.h"

#include <llvm/Support/JSON.h>

namespace vernier {

/// Which sequences of changes were exercised, what differs, and which changes each error needs.
std::string interactText(const InteractResult &Result, bool Verbose);

/// The fields of `vernier.interact/1` beyond the common ones.
void addInteract(llvm::json::Object &Document, const InteractResult &Result, const InputOptions &Input);

/// One test for each that differs.
Result<TestFiles> writeInteractTests(const std::string &Directory, const Program &Old, const Program &New,
                                     const InteractResult &Result, const InputOptions &Input);

} // namespace vernier
